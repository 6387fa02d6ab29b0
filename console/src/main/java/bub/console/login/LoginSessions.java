package bub.console.login;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The browsers that are logged in, by the hash of their cookie. They end with the process, when
 * nobody uses them for long, and when there are too many of them. Safe for any thread.
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
  // Guarded by this. In the order of use: the first is the next to go.
  private final SequencedMap<String, Session> sessions = new LinkedHashMap<>();

  LoginSessions(TimeSource time, Supplier<String> secrets) {
    this.time = time;
    this.secrets = secrets;
  }

  public static LoginSessions with(TimeSource time) {
    return new LoginSessions(time, RandomSecrets.random());
  }

  /** The cookie of a new session. */
  public synchronized String begin(ConsoleRole role) {
    Instant now = time.now();
    String cookie = secrets.get();
    sessions.putLast(RandomSecrets.hash(cookie), new Session(role, now, now));
    if (sessions.size() > MOST) {
      sessions.pollFirstEntry();
    }
    return cookie;
  }

  /** Who this is, or null for a stranger. */
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
