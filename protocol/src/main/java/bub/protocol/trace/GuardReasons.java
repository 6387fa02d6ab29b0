package bub.protocol.trace;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reasons in {@code data.reason} of a refusal {@code -32012} that no retry can change. */
public final class GuardReasons {
  public static final String LOOP_DETECTED = "loop_detected";
  public static final String BUDGET_EXHAUSTED = "budget_exhausted";
  public static final String TURN_STOPPED = "turn_stopped";

  private static final Set<String> ALL = Set.of(LOOP_DETECTED, BUDGET_EXHAUSTED, TURN_STOPPED);

  private GuardReasons() {}

  public static boolean isFinal(@Nullable String reason) {
    return reason != null && ALL.contains(reason);
  }
}
