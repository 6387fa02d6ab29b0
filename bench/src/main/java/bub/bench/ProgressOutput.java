package bub.bench;

import java.io.PrintStream;

/** Prints progress for the user, separate from the results. */
record ProgressOutput(PrintStream out) {
  void say(String line) {
    out.println(line);
  }
}
