package bub.bench.server;

import java.io.PrintStream;

/** Prints progress for the user, separate from the results. */
public record ProgressOutput(PrintStream out) {
  public void say(String line) {
    out.println(line);
  }
}
