package bub.bench.server;

import java.io.PrintStream;

/** Progress for the user, separate from the results. */
public record ProgressOutput(PrintStream out) {
  public void say(String line) {
    out.println(line);
  }
}
