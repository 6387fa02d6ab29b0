package bub.client.trace;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Causes that messages of a turn name, and whose messages are not known. It costs the same for each
 * row, however many causes are unknown. One thread only.
 */
final class UnknownCauses {
  private final Set<String> known = new HashSet<>();
  private final Set<String> unknown = new LinkedHashSet<>();
  private final Set<String> taken = new HashSet<>();

  void add(TurnRow row) {
    known.add(row.messageId());
    unknown.remove(row.messageId());
    String cause = row.content().cause();
    if (cause != null && !known.contains(cause) && !taken.contains(cause)) {
      unknown.add(cause);
    }
  }

  /** Returns each cause once, the one that was named first before others; null without more. */
  @Nullable String next() {
    Iterator<String> causes = unknown.iterator();
    if (!causes.hasNext()) {
      return null;
    }
    String first = causes.next();
    causes.remove();
    taken.add(first);
    return first;
  }
}
