package bub.bus.trace;

import bub.bus.route.Subscriber;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Index of the most recent messages by a hash of their id. Each hash has eight places, and a new
 * message takes the oldest. Places are reused, so that the garbage collector has nothing to move.
 * Hub thread only.
 */
final class MessageIndex {
  private static final int SETS = 2 * 1024;
  private static final int WAYS = 8;
  private static final int MAX_RECIPIENTS = 128 * 1024;

  private final long[] keys = new long[SETS * WAYS];
  private final IndexedMessage[] messages = new IndexedMessage[SETS * WAYS];
  private final byte[] oldest = new byte[SETS];
  // Secret, so that nobody can choose two ids with the same key.
  private final long seed = ThreadLocalRandom.current().nextLong();
  private final long factor = ThreadLocalRandom.current().nextLong() | 1;
  private int size;
  private int recipients;

  /** Returns the hash by which the index knows an id; never zero. */
  long keyOf(MessageId id) {
    String text = id.value();
    long hash = seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * factor;
      hash ^= hash >>> 29;
    }
    hash = TextHash.mix(hash, text.length());
    return hash == 0 ? 1 : hash;
  }

  @Nullable IndexedMessage find(long key) {
    int first = ((int) key & SETS - 1) * WAYS;
    for (int place = first; place < first + WAYS; place++) {
      if (keys[place] == key) {
        return messages[place];
      }
    }
    return null;
  }

  /**
   * Returns the place of a message that was sent just now. Returns null if the id belongs to a
   * message of another sender, which keeps its place.
   */
  @Nullable IndexedMessage add(long key, Address from, List<Subscriber> to) {
    if (recipients + to.size() > MAX_RECIPIENTS) {
      clear();
    }
    IndexedMessage message = find(key);
    if (message == null) {
      message = takeOldest(key);
      recipients -= message.recipientCount();
      message.begin(from, to);
    } else if (message.from().equals(from)) {
      recipients -= message.recipientCount();
      message.repeat(to);
    } else {
      return null;
    }
    recipients += message.recipientCount();
    return message;
  }

  private IndexedMessage takeOldest(long key) {
    int set = (int) key & SETS - 1;
    int place = set * WAYS + (oldest[set]++ & WAYS - 1);
    if (keys[place] == 0) {
      size++;
      messages[place] = new IndexedMessage();
    }
    keys[place] = key;
    return messages[place];
  }

  private void clear() {
    Arrays.fill(keys, 0);
    Arrays.fill(messages, null);
    size = 0;
    recipients = 0;
  }

  int size() {
    return size;
  }
}
