package bub.console.login;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Login sessions of browsers, by the hash of their cookie; they end with the process. Safe for any
 * thread.
 */
public final class LoginSessions {
  static final Duration IDLE = Duration.ofHours(12);
  static final Duration LONGEST = Duration.ofDays(7);
  private static final int MOST = 1_000;

  private record Session(ConsoleRole role, Instant began, Instant used) {
    boolean isOver(Instant now) {
      return now.isAfter(used.plus(IDLE)) || now.isAfter(began.plus(LONGEST));
    }
  }

  private final TimeSource time;
  private final Supplier<String> secrets;
  // Guarded by this. Ordered by last use: the first is removed next.
  private final SequencedMap<String, Session> sessions = new LinkedHashMap<>();

  LoginSessions(TimeSource time, Supplier<String> secrets) {
    this.time = time;
    this.secrets = secrets;
  }

  public static LoginSessions with(TimeSource time) {
    return new LoginSessions(time, RandomSecrets.random());
  }

  /** Starts a session and returns its cookie. */
  public synchronized String begin(ConsoleRole role) {
    Instant now = time.now();
    String cookie = secrets.get();
    sessions.putLast(RandomSecrets.hash(cookie), new Session(role, now, now));
    if (sessions.size() > MOST) {
      sessions.pollFirstEntry();
    }
    return cookie;
  }

  /** Returns null when there is no such session. */
  public synchronized @Nullable ConsoleRole of(String cookie) {
    String hash = RandomSecrets.hash(cookie);
    Session session = sessions.get(hash);
    if (session == null) {
      return null;
    }
    Instant now = time.now();
    if (session.isOver(now)) {
      sessions.remove(hash);
      return null;
    }
    sessions.putLast(hash, new Session(session.role(), session.began(), now));
    return session.role();
  }

  public synchronized void end(String cookie) {
    sessions.remove(RandomSecrets.hash(cookie));
  }
}
