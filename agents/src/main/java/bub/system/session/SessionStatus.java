package bub.system.session;

import java.util.Locale;

/** Status of a session. */
public enum SessionStatus {
  SPAWNING,
  RUNNING,
  STOPPED;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
