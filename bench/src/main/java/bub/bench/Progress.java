package bub.bench;

import java.io.PrintStream;

/** Tells a waiting person what is going on, beside the results. */
record Progress(PrintStream out) {
  void say(String line) {
    out.println(line);
  }
}
