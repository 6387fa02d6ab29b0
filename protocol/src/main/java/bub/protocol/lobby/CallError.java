package bub.protocol.lobby;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reason why a call has no output: the {@code error_code} of the lobby's answer, or the {@code
 * status} of a provider that needs more input.
 */
public enum CallError {
  INVALID_INPUT(false),
  INVALID_OUTPUT(false),
  UNAUTHORIZED(false),
  CAPABILITY_NOT_FOUND(false),
  AGENT_OFFLINE(true),
  LOOP_DETECTED(false),
  TIMEOUT(true),
  RATE_LIMITED(true),
  INPUT_REQUIRED(false);

  private final boolean passing;
  private final String word = name().toLowerCase(Locale.ROOT);

  CallError(boolean passing) {
    this.passing = passing;
  }

  /** True when the same call may succeed later. */
  public boolean isPassing() {
    return passing;
  }

  public String word() {
    return word;
  }

  static @Nullable CallError of(@Nullable String word) {
    for (CallError error : values()) {
      if (error.word.equals(word)) {
        return error;
      }
    }
    return null;
  }
}
