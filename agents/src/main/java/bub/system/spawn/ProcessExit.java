package bub.system.spawn;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one process ended.
 *
 * @param code null when only its parent could know, and that is gone
 */
record ProcessExit(@Nullable Integer code) {
  private static final int SIGNAL = 128;

  /** Zero, and what a program gives that was asked to end by a signal. */
  static final Set<Integer> IN_ORDER = Set.of(0, SIGNAL + 2, SIGNAL + 15);

  boolean isInOrder() {
    return code != null && IN_ORDER.contains(code);
  }

  String words() {
    if (code == null) {
      return "it was gone";
    }
    return code > SIGNAL
        ? "it was ended by signal " + (code - SIGNAL)
        : "it ended with exit code " + code;
  }
}
