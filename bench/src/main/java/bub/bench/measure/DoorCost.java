package bub.bench.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bench.server.BenchWorkspace;
import bub.bench.server.ServerCommand;
import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchFailure;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.Contract;
import bub.client.lobby.LobbyClient;
import bub.protocol.Address;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * CPU of {@code bub up} per call of one capability, on a locked bus: from peers of the bus and
 * through the doors.
 *
 * @param sessionKib resident memory per idle MCP session
 */
public record DoorCost(List<Way> ways, double sessionKib) {
  private static final int CALLERS = 16;
  private static final int SESSIONS = 1_000;
  private static final int TOKENS = 4;
  private static final int MOST_WARM_UPS = 8;
  private static final double QUIET = 0.03;

  /** One way to call; {@code micros} is the CPU per call. */
  public record Way(String name, double micros, double perSecond) {}

  record Question(String text) {}

  record Answer(int length) {}

  private static final Contract<Question, Answer> MEASURE =
      Contract.of("measure_text", Question.class, Answer.class);
  private static final String TEXT = "x".repeat(200);

  public double times(Way way) {
    return way.micros() / ways.getFirst().micros();
  }

  /** Loads the ways in turn, so that noise on the machine affects them alike. */
  public static DoorCost visit(BenchWorkspace workshop, List<String> program, MeasurementPlan plan)
      throws IOException {
    Path runDir = workshop.directory("doors");
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < TOKENS; i++) {
      tokens.add(token(program, runDir, "app:" + i));
    }
    String providerToken = token(program, runDir, "agent:provider");
    String peerToken = token(program, runDir, "peer:*");
    int port = freePort();
    try (ServerProcess bub =
        workshop.start(ServerCommand.everything(program, runDir).with("--console-port", port))) {
      URI bus = URI.create("ws://127.0.0.1:" + bub.awaitReady().port());
      URI console = URI.create("http://127.0.0.1:" + port);
      try (BusClient provider = join(bus, "agent:provider", providerToken);
          BusCallers peers = BusCallers.join(bus, peerToken);
          HttpCaller http = new HttpCaller(console, tokens)) {
        LobbyClient.of(provider).offer(MEASURE, question -> new Answer(question.text().length()));
        String session = http.openSession(0);
        List<Load> loads =
            List.of(
                new Load("bus", peers::call),
                new Load("MCP 2025-11-25", () -> http.callInSession(session, TEXT)),
                new Load("MCP 2026-07-28", () -> http.callAlone(TEXT)),
                new Load("A2A", () -> http.callByA2a(TEXT)));
        List<Way> ways = measure(loads, bub, plan);
        return new DoorCost(ways, sessionKib(http, bub));
      } catch (CallRefused | NoAnswer | InterruptedException failed) {
        throw new BenchFailure("a door failed: " + failed + bub.lastWords(), failed);
      }
    }
  }

  /** Peers that take turns, because each HTTP call in flight has a connection of its own, too. */
  private record BusCallers(List<BusClient> clients, List<LobbyClient> lobbies, AtomicLong turns)
      implements AutoCloseable {
    static BusCallers join(URI bus, String token) throws NoAnswer, InterruptedException {
      var clients = new ArrayList<BusClient>();
      for (int i = 0; i < CALLERS; i++) {
        clients.add(DoorCost.join(bus, "peer:" + i, token));
      }
      return new BusCallers(
          clients, clients.stream().map(LobbyClient::of).toList(), new AtomicLong());
    }

    int call() throws Exception {
      LobbyClient lobby = lobbies.get((int) (turns.getAndIncrement() % CALLERS));
      return lobby.call(MEASURE, new Question(TEXT)).length();
    }

    @Override
    public void close() {
      clients.forEach(BusClient::close);
    }
  }

  private record Load(String name, Callable<Integer> call) {}

  private static List<Way> measure(List<Load> loads, ServerProcess bub, MeasurementPlan plan) {
    warmUp(loads, bub, plan);
    List<List<Way>> rounds = new ArrayList<>();
    for (int round = 0; round < plan.rounds(); round++) {
      rounds.add(loads.stream().map(load -> run(load, bub, plan.window())).toList());
    }
    return IntStream.range(0, loads.size())
        .mapToObj(
            i ->
                new Way(
                    loads.get(i).name(),
                    median(rounds.stream().map(round -> round.get(i).micros()).toList()),
                    median(rounds.stream().map(round -> round.get(i).perSecond()).toList())))
        .toList();
  }

  /**
   * Takes turns until the compiler of the server is quiet: on two cores it needs longer than the
   * warm-up of a bus, and its CPU would count as that of the calls.
   */
  private static void warmUp(List<Load> loads, ServerProcess bub, MeasurementPlan plan) {
    double share = 1;
    for (int round = 0; round < MOST_WARM_UPS && share > QUIET; round++) {
      long compiler = bub.compilerMicros();
      long all = bub.cpuMicros();
      loads.forEach(load -> run(load, bub, plan.warmUp().dividedBy(2)));
      share = (double) (bub.compilerMicros() - compiler) / (bub.cpuMicros() - all);
    }
  }

  private static Way run(Load load, ServerProcess bub, Duration window) {
    var calls = new AtomicLong();
    long before = bub.cpuMicros();
    long end = System.nanoTime() + window.toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        callers.add(
            threads.submit(
                () -> {
                  while (System.nanoTime() < end) {
                    if (load.call().call() != TEXT.length()) {
                      throw new BenchFailure("a wrong answer by " + load.name());
                    }
                    calls.incrementAndGet();
                  }
                  return null;
                }));
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
    } catch (Exception failed) {
      throw new BenchFailure("a call by " + load.name() + " failed: " + failed, failed);
    }
    double micros = (double) (bub.cpuMicros() - before) / calls.get();
    return new Way(load.name(), micros, calls.get() * 1e9 / window.toNanos());
  }

  private static double sessionKib(HttpCaller http, ServerProcess bub)
      throws IOException, InterruptedException {
    long before = bub.residentKib();
    for (int i = 1; i < SESSIONS; i++) {
      String _ = http.openSession(i % TOKENS);
    }
    return Math.max(0, (double) (bub.residentKib() - before) / SESSIONS);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static String token(List<String> program, Path runDir, String client) throws IOException {
    Path file = runDir.resolve(client.replace(':', '-').replace('*', 'x') + ".token");
    var command = new ArrayList<>(program);
    command.addAll(List.of("token", "create", "--client-id", client, "--out", file.toString()));
    command.addAll(List.of("--run-dir", runDir.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new BenchFailure("no token: " + said);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", stopped);
    }
    return Files.readString(file).strip();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static BusClient join(URI bus, String name, String token)
      throws NoAnswer, InterruptedException {
    return BusClient.of(ClientSettings.of(bus, new Address(name)).withToken(() -> token)).connect();
  }
}
