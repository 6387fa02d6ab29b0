package bub.bus.trace;

import bub.protocol.MessageId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Index of the most recent messages by id. It has two generations and drops the older one when the
 * younger one is full, so that no message pays for the removal of another. Hub thread only.
 */
final class MessageIndex {
  private static final int MAX_MESSAGES = 8 * 1024;
  private static final int MAX_RECIPIENTS = 64 * 1024;
  private static final int MAX_CHARS = 1024 * 1024;

  private Map<MessageId, IndexedMessage> young = HashMap.newHashMap(MAX_MESSAGES);
  private Map<MessageId, IndexedMessage> old = HashMap.newHashMap(MAX_MESSAGES);
  private int recipients;
  private int chars;

  @Nullable IndexedMessage find(MessageId id) {
    IndexedMessage found = young.get(id);
    return found == null ? old.get(id) : found;
  }

  /** {@code before} is the known message of this id. Another sender's message keeps its place. */
  void add(IndexedMessage message, @Nullable IndexedMessage before) {
    if (before != null && !before.from().equals(message.from())) {
      return;
    }
    if (young.size() >= MAX_MESSAGES || recipients >= MAX_RECIPIENTS || chars >= MAX_CHARS) {
      Map<MessageId, IndexedMessage> dropped = old;
      dropped.clear();
      old = young;
      young = dropped;
      recipients = 0;
      chars = 0;
    }
    young.put(message.id(), message);
    recipients += message.recipientCount();
    chars += message.id().value().length() + message.from().value().length();
  }

  int size() {
    return young.size() + old.size();
  }
}
