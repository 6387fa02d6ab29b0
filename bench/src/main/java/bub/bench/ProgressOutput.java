package bub.bench;

import java.io.PrintStream;

/** Tells a waiting person what is going on, beside the results. */
record ProgressOutput(PrintStream out) {
  void say(String line) {
    out.println(line);
  }
}
