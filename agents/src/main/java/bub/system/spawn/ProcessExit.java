package bub.system.spawn;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Exit of a process; the code is null when the process was not a child of this one. */
record ProcessExit(@Nullable Integer code) {
  private static final int SIGNAL = 128;

  /** Zero, SIGINT and SIGTERM. */
  static final Set<Integer> IN_ORDER = Set.of(0, SIGNAL + 2, SIGNAL + 15);

  boolean isInOrder() {
    return code != null && IN_ORDER.contains(code);
  }

  String words() {
    if (code == null) {
      return "it ended with an unknown exit code";
    }
    return code > SIGNAL
        ? "it was killed by signal " + (code - SIGNAL)
        : "it ended with exit code " + code;
  }
}
