package bub.browser;

import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Signals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One process of bub that can be killed, suspended and restarted. */
final class Part implements AutoCloseable {
  private final BubProgram program;
  private final String ready;
  private final List<String> arguments;
  private ChildProcess process;

  private Part(BubProgram program, String ready, List<String> arguments) throws IOException {
    this.program = program;
    this.ready = ready;
    this.arguments = new ArrayList<>(arguments);
    this.process = program.start(this.arguments.toArray(String[]::new));
  }

  /** Returns when it has printed a line with {@code ready} in it. */
  static Part start(BubProgram program, String ready, List<String> arguments)
      throws IOException, InterruptedException {
    var part = new Part(program, ready, arguments);
    part.line(ready);
    return part;
  }

  /** The first line that it prints with this in it. */
  String line(String text) throws InterruptedException {
    return process.awaitLine(text);
  }

  /** From now on it gets this port where it took any that was free. */
  void settleOn(String option, int port) {
    arguments.set(arguments.indexOf(option) + 1, String.valueOf(port));
  }

  ChildProcess process() {
    return process;
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.kill();
  }

  /** Starts it again after a {@link #kill}, on the same ports. */
  void comeBack() throws IOException, InterruptedException {
    process = program.start(arguments.toArray(String[]::new));
    line(ready);
  }

  /** It keeps its connections and says nothing more, until {@link #thaw}. */
  void freeze() throws IOException, InterruptedException {
    Signals.stop(process);
  }

  void thaw() throws IOException, InterruptedException {
    Signals.resume(process);
  }

  @Override
  public void close() {
    process.close();
  }
}
