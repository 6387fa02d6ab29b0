package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.LeaseUsed;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Signals;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bub node in its own process with a companion that uses leases. Both can be killed, paused and
 * started again.
 */
final class FaultNode implements AutoCloseable {
  private static final String READY = "bub bus ready ";

  private final String name;
  private final String address;
  private final BubProgram program;
  private final List<String> options;
  private final Companion companion;
  private final List<ChildProcess> lives = new ArrayList<>();
  private final List<ChildProcess> companions = new ArrayList<>();
  private int port;

  /** A program beside the node. */
  interface Companion {
    ChildProcess start() throws IOException;
  }

  /**
   * @param address where clients reach it
   * @param port 0 for any free port, which the node then keeps
   */
  FaultNode(
      String name,
      String address,
      int port,
      BubProgram program,
      List<String> options,
      Companion companion) {
    this.name = name;
    this.address = address;
    this.port = port;
    this.program = program;
    this.options = options;
    this.companion = companion;
  }

  String name() {
    return name;
  }

  URI url() {
    return URI.create("ws://" + address + ":" + port);
  }

  void launch(UnaryOperator<BubProgram> change) throws IOException {
    var command = new ArrayList<>(List.of("bus", "serve", "--port", String.valueOf(port)));
    command.addAll(List.of("--node-name", name));
    command.addAll(options);
    lives.add(change.apply(program).start(command.toArray(String[]::new)));
    companions.add(companion.start());
  }

  void awaitReady() throws InterruptedException {
    String line = process().awaitLine(READY);
    port = URI.create(line.substring(READY.length())).getPort();
  }

  void start() throws IOException, InterruptedException {
    start(UnaryOperator.identity());
  }

  void start(UnaryOperator<BubProgram> change) throws IOException, InterruptedException {
    launch(change);
    awaitReady();
  }

  private ChildProcess process() {
    return lives.getLast();
  }

  void kill() throws InterruptedException {
    process().kill();
    companions.getLast().kill();
  }

  /** Ends it as an administrator does. */
  void stop() throws InterruptedException {
    process().terminate();
    process().awaitExit();
    companions.getLast().kill();
  }

  void pause() throws IOException, InterruptedException {
    Signals.stop(process());
    Signals.stop(companions.getLast());
  }

  void resume() throws IOException, InterruptedException {
    Signals.resume(process());
    Signals.resume(companions.getLast());
  }

  /** Returns an error of the program itself, which no fault excuses, or null. */
  @Nullable String bug() {
    for (ChildProcess life : lives) {
      for (String line : life.err().lines()) {
        if (line.contains("Exception") || line.contains("OutOfMemory")) {
          return name + ": " + line;
        }
      }
    }
    return null;
  }

  /** All that the companion did, in all its lives. */
  Stream<LeaseUsed> leaseUses() {
    return companions.stream().flatMap(one -> LeaseUser.uses(one).stream());
  }

  void writeLog(Path directory) throws IOException {
    try (Writer file = Files.newBufferedWriter(directory.resolve(name + ".log"))) {
      for (ChildProcess life : lives) {
        file.write(life + "\n");
      }
      for (ChildProcess life : companions) {
        file.write(life + "\n");
      }
    }
  }

  @Override
  public void close() {
    lives.forEach(ChildProcess::close);
    companions.forEach(ChildProcess::close);
  }
}
