package bub.cluster.interest;

import bub.cluster.interest.InterestEntry.Kind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Entries of one node, with a digest that does not depend on their order. */
final class InterestTable {
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
  // Object headers, length and hash of a String and its bytes.
  private static final long TEXT_OVERHEAD = 40;

  private final long seed;
  private final TextSet subscribes = new TextSet();
  private final TextSet exactSubscribes = new TextSet();
  private final TextSet intercepts = new TextSet();
  private final TextSet peers = new TextSet();
  private long textBytes;
  private long digest;
  private long size;

  /** The epoch is the seed, because clients cannot know it and so cannot make texts collide. */
  InterestTable(NodeId owner) {
    seed = fold(owner.epoch() ^ MULTIPLIER);
  }

  long size() {
    return size;
  }

  long digest() {
    return digest;
  }

  long heldBytes() {
    return textBytes
        + subscribes.slotBytes()
        + exactSubscribes.slotBytes()
        + intercepts.slotBytes()
        + peers.slotBytes();
  }

  boolean contains(InterestEntry entry) {
    return find(entry) != null;
  }

  /** The equal text of this table, so that two tables can share it. */
  @Nullable String find(InterestEntry entry) {
    return set(entry.kind()).find(entry.text(), (int) hash(entry.text()));
  }

  boolean add(InterestEntry entry) {
    long hash = hash(entry.text());
    if (!set(entry.kind()).add(entry.text(), (int) hash)) {
      return false;
    }
    size++;
    digest += digest(entry.kind(), hash);
    textBytes += bytes(entry.text());
    return true;
  }

  boolean remove(InterestEntry entry) {
    long hash = hash(entry.text());
    if (!set(entry.kind()).remove(entry.text(), (int) hash)) {
      return false;
    }
    size--;
    digest -= digest(entry.kind(), hash);
    textBytes -= bytes(entry.text());
    return true;
  }

  void forEach(Consumer<InterestEntry> action) {
    for (Kind kind : Kind.values()) {
      set(kind).forEach(text -> action.accept(new InterestEntry(kind, text)));
    }
  }

  TextSet set(Kind kind) {
    return switch (kind) {
      case SUBSCRIBE -> subscribes;
      case SUBSCRIBE_EXACTLY -> exactSubscribes;
      case INTERCEPT -> intercepts;
      case PEER -> peers;
    };
  }

  private static long bytes(String text) {
    return TEXT_OVERHEAD + (text.length() + 7 & ~7);
  }

  private static long digest(Kind kind, long hash) {
    return fold(hash + kind.code() + 1);
  }

  private long hash(String text) {
    long hash = seed ^ text.length();
    int i = 0;
    for (; i + 4 <= text.length(); i += 4) {
      long four =
          text.charAt(i)
              | (long) text.charAt(i + 1) << 16
              | (long) text.charAt(i + 2) << 32
              | (long) text.charAt(i + 3) << 48;
      hash = fold(hash ^ four);
    }
    for (; i < text.length(); i++) {
      hash = fold(hash ^ text.charAt(i));
    }
    return hash;
  }

  private static long fold(long value) {
    return Math.multiplyHigh(value, MULTIPLIER) ^ value * MULTIPLIER;
  }
}
