package bub.checks.cluster;

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
import org.jspecify.annotations.Nullable;

/** A bub node in its own process, which can be killed, paused and started again. */
final class FaultNode implements AutoCloseable {
  private static final String READY = "bub bus ready ";

  private final String name;
  private final String address;
  private final BubProgram program;
  private final List<String> options;
  private final List<ChildProcess> lives = new ArrayList<>();
  private int port;

  /**
   * @param address where clients reach it
   * @param port 0 for any free port, which the node then keeps
   */
  FaultNode(String name, String address, int port, BubProgram program, List<String> options) {
    this.name = name;
    this.address = address;
    this.port = port;
    this.program = program;
    this.options = options;
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
  }

  /** Ends it as an administrator does. */
  void stop() throws InterruptedException {
    process().terminate();
    process().awaitExit();
  }

  void pause() throws IOException, InterruptedException {
    Signals.stop(process());
  }

  void resume() throws IOException, InterruptedException {
    Signals.resume(process());
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

  void writeLog(Path directory) throws IOException {
    try (Writer file = Files.newBufferedWriter(directory.resolve(name + ".log"))) {
      for (ChildProcess life : lives) {
        file.write(life + "\n");
      }
    }
  }

  @Override
  public void close() {
    lives.forEach(ChildProcess::close);
  }
}
