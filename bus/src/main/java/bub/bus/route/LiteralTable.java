package bub.bus.route;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Hash table by literal prefix, without a substring or an entry object per lookup. The multiplier
 * is random, so that nobody can choose texts that collide.
 */
final class LiteralTable<V> {
  private static final int MIN_CAPACITY = 16;

  private final long multiplier;
  private String[] keys = new String[MIN_CAPACITY];
  private short[] lengths = new short[MIN_CAPACITY];
  private @Nullable Object[] values = new Object[MIN_CAPACITY];
  private int size;
  // Number of literals per length, so that a lookup can skip unused lengths.
  private int[] lengthCounts = new int[64];

  LiteralTable(long seed) {
    this.multiplier = seed | 1;
  }

  int size() {
    return size;
  }

  boolean hasLength(int length) {
    return length < lengthCounts.length && lengthCounts[length] > 0;
  }

  /** Extends a hash by one character; the initial hash is zero. */
  long extend(long hash, char next) {
    return (hash + next + 1) * multiplier;
  }

  @Nullable V get(String text, int length) {
    return get(text, length, hash(text, length));
  }

  @Nullable V get(String text, int length, long hash) {
    return valueAt(find(text, length, hash));
  }

  /** Replaces the value for the first {@code length} characters; null removes it. */
  void compute(String text, int length, UnaryOperator<@Nullable V> change) {
    long hash = hash(text, length);
    int slot = find(text, length, hash);
    V before = valueAt(slot);
    V after = change.apply(before);
    if (after == null) {
      if (before != null) {
        remove(slot);
      }
      return;
    }
    if (before == null) {
      keys[slot] = text;
      lengths[slot] = (short) length;
      count(length, 1);
      size++;
    }
    values[slot] = after;
    if (size * 2 > keys.length) {
      resize(keys.length * 2);
    }
  }

  @SuppressWarnings("unchecked") // only compute stores values
  private @Nullable V valueAt(int slot) {
    return (V) values[slot];
  }

  private int find(String text, int length, long hash) {
    int slot = slotOf(hash);
    while (values[slot] != null && !isKey(slot, text, length)) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private boolean isKey(int slot, String text, int length) {
    return lengths[slot] == length && keys[slot].regionMatches(0, text, 0, length);
  }

  private long hash(String text, int length) {
    long hash = 0;
    for (int i = 0; i < length; i++) {
      hash = extend(hash, text.charAt(i));
    }
    return hash;
  }

  private int slotOf(long hash) {
    return (int) (hash ^ (hash >>> 32)) & (keys.length - 1);
  }

  private void count(int length, int change) {
    if (length >= lengthCounts.length) {
      lengthCounts = Arrays.copyOf(lengthCounts, length + 64);
    }
    lengthCounts[length] += change;
  }

  private void remove(int slot) {
    count(lengths[slot], -1);
    size--;
    // Close the gap: move back every later entry of the run that may be stored here.
    int gap = slot;
    int next = (slot + 1) & (keys.length - 1);
    while (values[next] != null) {
      int home = slotOf(hash(keys[next], lengths[next]));
      if (((next - home) & (keys.length - 1)) >= ((next - gap) & (keys.length - 1))) {
        move(next, gap);
        gap = next;
      }
      next = (next + 1) & (keys.length - 1);
    }
    clear(gap);
    if (keys.length > MIN_CAPACITY && size * 8 < keys.length) {
      resize(keys.length / 2);
    }
  }

  private void move(int from, int to) {
    keys[to] = keys[from];
    lengths[to] = lengths[from];
    values[to] = values[from];
  }

  @SuppressWarnings("NullAway") // a slot without a value has no key
  private void clear(int slot) {
    keys[slot] = null;
    values[slot] = null;
  }

  private void resize(int capacity) {
    String[] oldKeys = keys;
    short[] oldLengths = lengths;
    @Nullable Object[] oldValues = values;
    keys = new String[capacity];
    lengths = new short[capacity];
    values = new Object[capacity];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != null) {
        int slot = find(oldKeys[i], oldLengths[i], hash(oldKeys[i], oldLengths[i]));
        keys[slot] = oldKeys[i];
        lengths[slot] = oldLengths[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
