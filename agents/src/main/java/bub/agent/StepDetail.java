package bub.agent;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Detail in which an agent reports the tool calls of a turn. */
public enum StepDetail {
  /** Sizes and a digest of the arguments. */
  DIGEST,
  /** The complete arguments and results, too. */
  FULL;

  public static final String VARIABLE = "BUB_ACTIVITY_STEPS";

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Everything but {@code full} means digests, so that a typing error reveals nothing. */
  static StepDetail of(@Nullable String word) {
    return FULL.word().equalsIgnoreCase(word) ? FULL : DIGEST;
  }
}
