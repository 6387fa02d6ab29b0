package bub.system.session;

import java.util.Locale;

/** Status of a session. */
public enum SessionStatus {
  SPAWNING,
  RUNNING,
  STOPPED;

  /** Word for files and messages. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
