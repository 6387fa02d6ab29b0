package bub.bus.policy;

import java.util.Locale;

/** Reason why a message was refused. The sender receives the word in {@code data.reason}. */
public enum RefusalReason {
  RATE_LIMITED,
  SEND_AS_NOT_GRANTED,
  INVALID_TYPE,
  TYPE_NOT_ALLOWED,
  OPERATOR_NOT_GRANTED,
  LOOP_DETECTED,
  TURN_STOPPED,
  DRAINING;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
