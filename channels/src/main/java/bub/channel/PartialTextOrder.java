package bub.channel;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Order of partial texts, which may overtake each other and the answer. Safe for any thread. */
final class PartialTextOrder {
  private static final int REMEMBERED = 256;

  private final Set<String> answered = new LinkedHashSet<>();
  private @Nullable String current;
  private long newest;

  synchronized void answered(String messageId) {
    answered.add(messageId);
    if (answered.size() > REMEMBERED) {
      answered.remove(answered.iterator().next());
    }
  }

  synchronized boolean isCurrent(String messageId, long number) {
    if (answered.contains(messageId)) {
      return false;
    }
    if (messageId.equals(current) && number <= newest) {
      return false;
    }
    current = messageId;
    newest = number;
    return true;
  }
}
