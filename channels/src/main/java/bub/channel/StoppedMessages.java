package bub.channel;

import bub.protocol.MessageId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ids of the messages that people stopped last, for events that arrive late. The store remembers
 * them for replies. Safe for any thread.
 */
final class StoppedMessages {
  private static final int REMEMBERED = 4_096;

  private final Set<String> ids = new LinkedHashSet<>();

  synchronized void add(List<MessageId> messages) {
    for (MessageId message : messages) {
      ids.add(message.value());
      if (ids.size() > REMEMBERED) {
        ids.remove(ids.iterator().next());
      }
    }
  }

  synchronized boolean contains(String id) {
    return ids.contains(id);
  }
}
