package bub.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Scan of bytes, eight at a time, because parsing spends most of its time here. */
final class WideScan {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long SPACES = 0x20 * ONES;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  private WideScan() {}

  /** Returns the first position from {@code at} that is not plain ASCII text, or {@code end}. */
  static int pastPlain(byte[] bytes, int at, int end) {
    while (at + Long.BYTES <= end) {
      long word = (long) LONGS.get(bytes, at);
      // High bit of each byte: zero after xor means equal, borrow after minus means below a space.
      long quote = word ^ QUOTES;
      long backslash = word ^ BACKSLASHES;
      long odd =
          ((quote - ONES) & ~quote
                  | (backslash - ONES) & ~backslash
                  | (word - SPACES) & ~word
                  | word)
              & HIGH_BITS;
      if (odd != 0) {
        return at + (Long.numberOfTrailingZeros(odd) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < end && bytes[at] >= 0x20 && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  static int hash(byte[] bytes, int at, int end) {
    long hash = (long) end - at;
    while (at + Long.BYTES <= end) {
      hash = (hash ^ (long) LONGS.get(bytes, at)) * HASH_FACTOR;
      hash ^= hash >>> 32;
      at += Long.BYTES;
    }
    while (at < end) {
      hash = (hash ^ bytes[at++]) * HASH_FACTOR;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }
}
