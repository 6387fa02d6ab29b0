package bub.cluster.interest;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Set of texts with open addressing, because a million entries of a {@link java.util.HashSet} need
 * three times the memory. The caller passes a hash that nobody outside can predict.
 */
final class TextSet {
  private static final int SMALLEST = 16;

  private @Nullable String[] texts = new @Nullable String[SMALLEST];
  // Comparing hashes first avoids a cache miss for each text on the way.
  private int[] hashes = new int[SMALLEST];
  private int size;

  int size() {
    return size;
  }

  long slotBytes() {
    return 8L * texts.length;
  }

  /** The equal text of this set, so that callers can share it. */
  @Nullable String find(String text, int hash) {
    return texts[slotOf(text, hash)];
  }

  boolean add(String text, int hash) {
    int slot = slotOf(text, hash);
    if (texts[slot] != null) {
      return false;
    }
    texts[slot] = text;
    hashes[slot] = hash;
    if (++size * 3L > texts.length * 2L) {
      resize(texts.length * 2);
    }
    return true;
  }

  boolean remove(String text, int hash) {
    int slot = slotOf(text, hash);
    if (texts[slot] == null) {
      return false;
    }
    closeGap(slot);
    if (--size * 8L < texts.length && texts.length > SMALLEST) {
      resize(texts.length / 2);
    }
    return true;
  }

  void forEach(Consumer<String> action) {
    for (String text : texts) {
      if (text != null) {
        action.accept(text);
      }
    }
  }

  private int slotOf(String text, int hash) {
    int mask = texts.length - 1;
    int slot = hash & mask;
    while (true) {
      String found = texts[slot];
      if (found == null || hashes[slot] == hash && found.equals(text)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** Moves later texts of the same run back, so that no lookup stops too early. */
  private void closeGap(int gap) {
    int mask = texts.length - 1;
    int slot = gap;
    while (true) {
      slot = (slot + 1) & mask;
      String text = texts[slot];
      if (text == null) {
        texts[gap] = null;
        return;
      }
      int home = hashes[slot] & mask;
      if (((slot - home) & mask) >= ((slot - gap) & mask)) {
        texts[gap] = text;
        hashes[gap] = hashes[slot];
        gap = slot;
      }
    }
  }

  private void resize(int length) {
    @Nullable String[] oldTexts = texts;
    int[] oldHashes = hashes;
    texts = new @Nullable String[length];
    hashes = new int[length];
    int mask = length - 1;
    for (int i = 0; i < oldTexts.length; i++) {
      String text = oldTexts[i];
      if (text != null) {
        int slot = oldHashes[i] & mask;
        while (texts[slot] != null) {
          slot = (slot + 1) & mask;
        }
        texts[slot] = text;
        hashes[slot] = oldHashes[i];
      }
    }
  }
}
