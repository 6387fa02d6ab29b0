package bub.bench.measure;

import bub.bench.wire.BenchFailure;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import bub.lobby.store.CapabilityListing;
import bub.lobby.store.LobbyStore;
import bub.lobby.store.StoredAgent;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.Services;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Separate process that fills a lobby with agents and prints the times of many queries. */
final class LobbyMeasurementProcess {
  private static final int WORDS = 2_000;
  private static final int QUESTIONS = 2_000;
  private static final int WARM_UP = 500;
  private static final Address ASKER = new Address("agent:asker");

  private final SplittableRandom random = new SplittableRandom(7);
  private final int agents;

  private LobbyMeasurementProcess(int agents) {
    this.agents = agents;
  }

  public static void main(String[] args) throws IOException {
    System.out.println(
        new LobbyMeasurementProcess(Integer.parseInt(args[1])).take(Path.of(args[0])));
  }

  private String take(Path directory) throws IOException {
    try (ExecutorService hub = Executors.newSingleThreadExecutor()) {
      LobbyStore store = LobbyStore.open(directory.resolve("lobby.db"));
      fill(store);
      long begun = System.nanoTime();
      var environment =
          new AgentLobby.Environment(Clock.systemUTC(), UUID::randomUUID, hub, _ -> false);
      try (AgentLobby lobby = AgentLobby.open(LobbySettings.standard(), store, environment)) {
        long loadedMillis = (System.nanoTime() - begun) / 1_000_000;
        for (int i = 0; i < WARM_UP; i++) {
          ask(lobby, hub);
        }
        long[] micros = IntStream.range(0, QUESTIONS).mapToLong(_ -> ask(lobby, hub)).toArray();
        Arrays.sort(micros);
        return String.format(
            Locale.ROOT,
            "census median %d p99 %d load %d heap %d",
            micros[QUESTIONS / 2],
            micros[QUESTIONS * 99 / 100],
            loadedMillis,
            heapUsed());
      }
    }
  }

  private void fill(LobbyStore store) {
    CompletableFuture<?> last = CompletableFuture.completedFuture(null);
    for (int i = 1; i <= agents; i++) {
      var agent =
          new StoredAgent(
              new Address("agent:n" + i),
              new byte[32],
              null,
              Instant.now(),
              Instant.now(),
              List.of());
      var capability = Capability.named(words(2, "_") + "_" + i % 1_000, words(12, " "));
      last =
          store.save(
              agent,
              List.of(new CapabilityListing(i, capability.withKeywords(word(), word()))),
              List.of());
      if (i % 1_000 == 0) {
        last.join();
      }
    }
    last.join();
  }

  /** Runs one random query by name, by wildcard or by one to three words; returns microseconds. */
  private long ask(Lobby lobby, ExecutorService hub) {
    Discovery question =
        switch (random.nextInt(4)) {
          case 0 -> Discovery.byName(words(2, "_") + "_" + random.nextInt(1_000));
          case 1 -> Discovery.byName(word() + "_*");
          default -> Discovery.byWords(words(1 + random.nextInt(3), " "));
        };
    var answer = new CompletableFuture<Services>();
    long begun = System.nanoTime();
    hub.execute(() -> lobby.discover(ASKER, question.atMost(20), (_, _) -> {}, to(answer)));
    answer.join();
    return (System.nanoTime() - begun) / 1_000;
  }

  private static Lobby.Answer<Services> to(CompletableFuture<Services> future) {
    return new Lobby.Answer<>() {
      @Override
      public void give(Services services) {
        future.complete(services);
      }

      @Override
      public void fail(String problem) {
        future.completeExceptionally(new BenchFailure(problem));
      }
    };
  }

  private String words(int count, String separator) {
    return IntStream.range(0, count).mapToObj(_ -> word()).collect(Collectors.joining(separator));
  }

  /** A few words are frequent and most are rare, as in natural language. */
  private String word() {
    double skewed = Math.pow(random.nextDouble(), 3);
    return "w" + Integer.toString((int) (skewed * WORDS), 36) + "x";
  }

  private static long heapUsed() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }
}
