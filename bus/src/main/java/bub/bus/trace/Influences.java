package bub.bus.trace;

import bub.protocol.Address;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Peers whose messages may have led to the next message of one peer, for messages without causes.
 * It notices when a peer's own message comes back through up to eight peers, and counts the texts
 * that the peer then sends again. Hub thread only.
 */
final class Influences {
  private static final int MAX_SOURCES = 16;
  private static final int MAX_HOPS = 8;
  private static final int MAX_TEXTS = 16;
  private static final int RETURNS = 8;

  /** Text that was sent before: when it was sent last, and how often it came around in a window. */
  private static final class SentText {
    private long sentAt;
    private long windowStart;
    private int count;
  }

  private final Address[] sources = new Address[MAX_SOURCES];
  // Compared first: most peers have many sources, and hashes of addresses are known.
  private final int[] hashes = new int[MAX_SOURCES];
  private final long[] sentAt = new long[MAX_SOURCES];
  private final byte[] hops = new byte[MAX_SOURCES];
  private int size;
  private final long[] returnedTexts = new long[RETURNS];
  private int nextReturn;
  private long pendingReturn;
  private long returnedAt;
  private @Nullable Map<Long, SentText> texts;

  /**
   * Notes that this peer received a message of {@code from}, sent as number {@code number}. Returns
   * true when an earlier message of this peer led to it; {@link #returned} then follows.
   */
  boolean receive(Address self, Address from, @Nullable Influences upstream, long number) {
    pendingReturn = 0;
    add(self, from, number, 1);
    if (upstream != null) {
      for (int i = 0; i < upstream.size; i++) {
        if (upstream.hops[i] < MAX_HOPS) {
          add(self, upstream.sources[i], upstream.sentAt[i], upstream.hops[i] + 1);
        }
      }
    }
    return pendingReturn > 0;
  }

  /** Counts the return only if this text came back before: loops repeat themselves. */
  void returned(long text) {
    boolean isKnown = false;
    for (long known : returnedTexts) {
      isKnown |= known == text;
    }
    if (isKnown) {
      returnedAt = Math.max(returnedAt, pendingReturn);
    } else {
      returnedTexts[nextReturn++ % RETURNS] = text;
    }
  }

  private void add(Address self, Address source, long number, int distance) {
    if (source.equals(self)) {
      pendingReturn = Math.max(pendingReturn, number);
      return;
    }
    int slot = slotOf(source);
    if (slot < 0 || sentAt[slot] <= number) {
      slot = slot < 0 ? freeSlot() : slot;
      sources[slot] = source;
      hashes[slot] = source.value().hashCode();
      sentAt[slot] = number;
      hops[slot] = (byte) distance;
    }
  }

  private int slotOf(Address source) {
    int hash = source.value().hashCode();
    for (int i = 0; i < size; i++) {
      if (hashes[i] == hash && sources[i].equals(source)) {
        return i;
      }
    }
    return -1;
  }

  private int freeSlot() {
    if (size < MAX_SOURCES) {
      return size++;
    }
    int oldest = 0;
    for (int i = 1; i < MAX_SOURCES; i++) {
      oldest = sentAt[i] < sentAt[oldest] ? i : oldest;
    }
    return oldest;
  }

  /** True when a message of this peer has come back to it at all. */
  boolean hasReturned() {
    return returnedAt > 0;
  }

  /** Returns how often this text came around within {@code window}, with this time. */
  int count(long text, long number, long now, long window) {
    if (texts == null) {
      texts =
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, SentText> eldest) {
              return size() > MAX_TEXTS;
            }
          };
    }
    SentText sent = texts.computeIfAbsent(text, _ -> new SentText());
    if (now - sent.windowStart > window || sent.count == 0) {
      sent.windowStart = now;
      sent.count = 0;
    }
    boolean cameAround = sent.sentAt > 0 && returnedAt >= sent.sentAt;
    sent.count += cameAround || sent.count == 0 ? 1 : 0;
    sent.sentAt = number;
    return sent.count;
  }
}
