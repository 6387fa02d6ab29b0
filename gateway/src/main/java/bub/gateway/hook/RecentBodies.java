package bub.gateway.hook;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Memory of the signed bodies of the last minutes, for services that sign no time: somebody who has
 * read a request could send it again under another delivery id. Safe for any thread.
 */
final class RecentBodies {
  static final int MOST = 10_000;

  private record Seen(String messageId, Instant until) {}

  // By hook, so that a busy hook costs no other hook its memory. Oldest first. Guarded by this.
  private final Map<String, LinkedHashMap<String, Seen>> seen = new HashMap<>();
  private int size;

  /**
   * Returns the message of an equal body in the window. If there is none, {@code messageId} counts
   * from now on; one step, because replays may come at the same time.
   */
  synchronized String claim(
      String hook, String hash, String messageId, Instant now, Duration window) {
    LinkedHashMap<String, Seen> own = seen.computeIfAbsent(hook, _ -> new LinkedHashMap<>());
    Seen known = own.get(hash);
    if (known != null && !known.until().isBefore(now)) {
      return known.messageId();
    }
    size += own.remove(hash) == null ? 1 : 0;
    own.put(hash, new Seen(messageId, now.plus(window)));
    if (size > MOST) {
      forgetOne();
    }
    return messageId;
  }

  private void forgetOne() {
    seen.values().stream()
        .max(Comparator.comparingInt(LinkedHashMap::size))
        .ifPresent(LinkedHashMap::pollFirstEntry);
    size--;
  }
}
