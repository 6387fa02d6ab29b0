package bub.bus.policy;

import java.util.Locale;

/** Why a message was not let in. The sender reads the word in {@code data.reason}. */
public enum RefusalReason {
  RATE_LIMITED,
  SEND_AS_NOT_GRANTED,
  INVALID_TYPE,
  TYPE_NOT_ALLOWED,
  OPERATOR_NOT_GRANTED,
  DRAINING;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
