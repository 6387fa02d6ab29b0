package bub.bench.measure;

import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchFailure;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Cost of a Telegram bridge with many chats; one peer plays all agents, and Telegram is a fake. */
public record TelegramBridgeLoad(
    int chats, int perSecond, long cpuMicros, long p50Millis, long p99Millis, long residentKib) {
  private static final Address AGENT = new Address("agent:everybody");
  private static final Address SYSTEM = new Address("agent:system");
  private static final long FIRST_CHAT = 1_000_000;
  private static final Semaphore AT_ONCE = new Semaphore(200);
  private static final long TIMEOUT = TimeUnit.MINUTES.toNanos(5);

  /** Warms up with one message per chat and one round; measures the second round. */
  public static TelegramBridgeLoad watch(
      FakeBotApi telegram, URI bus, ServerProcess bridge, int chats, int perSecond, int seconds) {
    try (BusClient system = join(bus, SYSTEM);
        BusClient agent = join(bus, AGENT)) {
      system.serve(message -> assign(system, message)).connect().subscribe("system:spawn");
      agent.serve(message -> answer(agent, message)).connect();
      for (int i = 0; i < chats; i++) {
        say(telegram, i, "hello");
      }
      await(telegram, chats);
      // After the burst, the JIT compiler is busy for longer than the bridge.
      talk(telegram, perSecond, seconds);
      long cpuBefore = bridge.cpuMicros();
      List<Long> saidAt = talk(telegram, perSecond, seconds);
      long cpu = (bridge.cpuMicros() - cpuBefore) / saidAt.size();
      List<Long> waits = waits(telegram, saidAt);
      return new TelegramBridgeLoad(
          chats,
          perSecond,
          cpu,
          waits.get(waits.size() / 2),
          waits.get(waits.size() * 99 / 100),
          bridge.residentKib());
    } catch (RpcException | NoAnswer e) {
      throw new BenchFailure("the load on the Telegram bridge failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  private static List<Long> talk(FakeBotApi telegram, int perSecond, int seconds) {
    int before = telegram.sentToAll();
    int updates = perSecond * seconds;
    var saidAt = new ArrayList<Long>();
    for (int i = 0; i < updates; i++) {
      saidAt.add(System.nanoTime());
      say(telegram, i, "how are you?");
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / perSecond);
    }
    await(telegram, before + updates);
    return saidAt;
  }

  public static String ids(int chats) {
    return LongStream.range(FIRST_CHAT, FIRST_CHAT + chats)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(","));
  }

  private static BusClient join(URI bus, Address name) {
    return BusClient.of(ClientSettings.of(bus, name).withMaxHandlers(1_000));
  }

  private static void say(FakeBotApi telegram, int chat, String text) {
    long id = FIRST_CHAT + chat;
    telegram.says(id, FakeBotApiUser.named(id, "P" + chat), text);
  }

  private static Ack assign(BusClient system, Envelope message) {
    if (AppMessage.read(message.payload()) instanceof SpawnRequest) {
      send(system, SYSTEM, message, new SpawnResult.Running(AGENT), "/result");
    }
    return Ack.ok("running");
  }

  private static Ack answer(BusClient agent, Envelope message) {
    if (AppMessage.read(message.payload()) instanceof ChatMessage said) {
      var reply =
          new ChatReply(
              "You said: " + said.text(), said.channel(), null, message.messageId().value());
      send(agent, AGENT, message, reply, "/reply");
    }
    return Ack.ok("heard");
  }

  private static void send(
      BusClient from, Address self, Envelope to, AppMessage message, String suffix) {
    var id = new MessageId(to.messageId() + suffix);
    var envelope = new Envelope(self, to.from(), id, Payload.of(message).toRaw());
    Thread.startVirtualThread(
        () -> {
          AT_ONCE.acquireUninterruptibly();
          try {
            from.send(envelope);
          } catch (RpcException | NoAnswer | InterruptedException e) {
            throw new BenchFailure("an answer was not accepted: " + e, e);
          } finally {
            AT_ONCE.release();
          }
        });
  }

  private static void await(FakeBotApi telegram, int messages) {
    long deadline = System.nanoTime() + TIMEOUT;
    while (telegram.sentToAll() < messages) {
      if (System.nanoTime() > deadline) {
        throw new BenchFailure(
            "only " + telegram.sentToAll() + " of " + messages + " messages were answered");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private static List<Long> waits(FakeBotApi telegram, List<Long> saidAt) {
    var waits = new ArrayList<Long>();
    for (int i = 0; i < saidAt.size(); i++) {
      FakeBotApiSent last = telegram.sent(FIRST_CHAT + i).getLast();
      waits.add(TimeUnit.NANOSECONDS.toMillis(last.nanos() - saidAt.get(i)));
    }
    return waits.stream().sorted().toList();
  }
}
