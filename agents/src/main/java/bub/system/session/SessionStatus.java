package bub.system.session;

import java.util.Locale;

/** Where a session stands. */
public enum SessionStatus {
  SPAWNING,
  RUNNING,
  STOPPED;

  /** As files and messages have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
