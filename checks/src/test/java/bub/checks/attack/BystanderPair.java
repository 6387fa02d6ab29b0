package bub.checks.attack;

import static org.awaitility.Awaitility.await;

import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Two innocent peers: one sends the other a message every 20 ms and waits for the ack. Both run on
 * platform threads, so that attackers in this process cannot delay them.
 */
final class BystanderPair implements AutoCloseable {
  static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RawWebSocket sender;
  private final RawWebSocket receiver;
  private final Thread sending;
  private final Thread receiving;
  private final Latencies latencies = new Latencies();
  private final List<String> refusals = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean isOver;

  private BystanderPair(RawWebSocket sender, RawWebSocket receiver) {
    this.sender = sender;
    this.receiver = receiver;
    this.sending = Thread.ofPlatform().daemon().name("bystander-sender").unstarted(this::send);
    this.receiving = Thread.ofPlatform().daemon().name("bystander-receiver").unstarted(this::ack);
  }

  static BystanderPair on(AttackedBus bus) throws IOException {
    var pair = new BystanderPair(bus.bystander("sender"), bus.bystander("receiver"));
    pair.sender.waiting(PATIENCE);
    pair.receiving.start();
    pair.sending.start();
    return pair;
  }

  /** Latency counts from the moment at which a message was due: a stall delays all that follow. */
  private void send() {
    long due = System.nanoTime();
    for (int number = 0; !isOver; number++, due += PACE_NANOS) {
      LockSupport.parkNanos(due - System.nanoTime());
      try {
        String answer = sender.call(message(number));
        latencies.add(System.nanoTime() - due);
        if (!answer.contains("\"success\":true")) {
          refusals.add(answer);
        }
      } catch (IOException | AssertionError lost) {
        if (!isOver) {
          refusals.add("connection lost: " + lost);
        }
        return;
      }
    }
  }

  private static String message(int number) {
    return """
    {"jsonrpc":"2.0","id":%d,"method":"sendMessage","params":
    {"from":"bystander:sender","to":"bystander:receiver","messageId":"bystander-%d","payload":{"n":%d}}}\
    """
        .formatted(number, number, number);
  }

  private void ack() {
    try {
      while (!isOver) {
        String id = Frames.idOf(receiver.receiveText());
        receiver.sendText(Frames.ack(id, "{}"));
      }
    } catch (IOException | AssertionError lost) {
      if (!isOver) {
        refusals.add("the receiver's connection was lost: " + lost);
      }
    }
  }

  /** Waits until this many messages were exchanged, or until a connection is lost. */
  void awaitMessages(int count) {
    await().atMost(PATIENCE).until(() -> messages() >= count || !sending.isAlive());
  }

  /** Messages so far. */
  int messages() {
    return latencies.count();
  }

  /** The answers that were no acks of success, and lost connections. */
  List<String> refusals() {
    synchronized (refusals) {
      return List.copyOf(refusals);
    }
  }

  /** The latency in milliseconds that this share of the messages from {@code first} on kept. */
  long latencyMillis(int first, double share) {
    return TimeUnit.NANOSECONDS.toMillis(latencies.quantile(first, share));
  }

  @Override
  public void close() throws IOException {
    isOver = true;
    sender.close();
    receiver.close();
  }
}
