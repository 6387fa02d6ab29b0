package bub.gateway.hook;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the signed bodies of the last minutes, for services that sign no time: somebody who has
 * read a request could send it again under another delivery id. Safe for any thread.
 */
final class RecentBodies {
  private static final int MOST = 10_000;

  private record Seen(String messageId, Instant until) {}

  // Oldest first. Guarded by this.
  private final Map<String, Seen> seen = new LinkedHashMap<>();

  /** Returns the message of an equal body in the window, or null. */
  synchronized @Nullable String find(String hash, Instant now) {
    Seen known = seen.get(hash);
    return known == null || known.until().isBefore(now) ? null : known.messageId();
  }

  synchronized void add(String hash, String messageId, Instant now, Duration window) {
    seen.remove(hash);
    seen.put(hash, new Seen(messageId, now.plus(window)));
    if (seen.size() > MOST) {
      seen.remove(seen.keySet().iterator().next());
    }
  }
}
