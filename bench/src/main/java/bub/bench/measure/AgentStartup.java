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
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.Payload;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Time from the request for an agent to its connection, and the memory per agent. */
public record AgentStartup(int agents, Spread alone, Spread together, long residentKib) {
  private static final Address SPAWN = new Address("system:spawn");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  public record Spread(long medianMillis, long worstMillis) {
    static Spread of(List<Long> millis) {
      List<Long> sorted = millis.stream().sorted().toList();
      return new Spread(sorted.get(sorted.size() / 2), sorted.getLast());
    }
  }

  public static AgentStartup visit(ServerProcess bub, int agents) {
    URI bus = URI.create("ws://127.0.0.1:" + bub.awaitReady().port());
    var alone = new ArrayList<Long>();
    for (int i = 0; i < agents; i++) {
      alone.add(spawn(bus, "alone" + i));
    }
    long residentKib = bub.childrenKib() / agents;
    return new AgentStartup(
        agents, Spread.of(alone), Spread.of(spawnTogether(bus, agents)), residentKib);
  }

  private static List<Long> spawnTogether(URI bus, int agents) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var spawned = new ArrayList<Future<Long>>();
      for (int i = 0; i < agents; i++) {
        String chat = "together" + i;
        spawned.add(threads.submit(() -> spawn(bus, chat)));
      }
      return spawned.stream().map(AgentStartup::get).toList();
    }
  }

  private static long get(Future<Long> spawned) {
    try {
      return spawned.get();
    } catch (ExecutionException | InterruptedException failed) {
      throw new BenchFailure("could not start an agent: " + failed.getMessage(), failed);
    }
  }

  private static long spawn(URI bus, String chat) {
    var result = new CompletableFuture<SpawnResult>();
    var settings = ClientSettings.of(bus, new Address("term:" + chat));
    try (var client = BusClient.of(settings)) {
      client.serve(message -> take(message, result)).connect();
      var request = new SpawnRequest(new ChatId(chat), new Channel("terminal"), null);
      long begin = System.nanoTime();
      client.send(SPAWN, Payload.of(request));
      SpawnResult answer = result.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      if (answer instanceof SpawnResult.Failed failed) {
        throw new BenchFailure("no agent for " + chat + ": " + failed.error());
      }
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    } catch (NoAnswer | RpcException | TimeoutException | ExecutionException e) {
      throw new BenchFailure("no agent for " + chat + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  private static Ack take(Envelope message, CompletableFuture<SpawnResult> result) {
    if (AppMessage.read(message.payload()) instanceof SpawnResult told) {
      result.complete(told);
    }
    return Ack.ok("noted");
  }
}
