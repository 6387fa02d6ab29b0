package bub.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Validation of UTF-8: no overlong forms, no surrogates, no code point above U+10FFFF. */
public final class Utf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  public static boolean isValid(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (to - at >= Long.BYTES && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
        at += Long.BYTES;
      } else if (bytes[at] >= 0) {
        at++;
      } else {
        int length = sequenceLength(bytes, at, to);
        if (length == 0) {
          return false;
        }
        at += length;
      }
    }
    return true;
  }

  /** Returns the length of the multi-byte sequence at {@code at}, or 0 when it is invalid. */
  static int sequenceLength(byte[] bytes, int at, int end) {
    int lead = bytes[at] & 0xFF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      return follows(bytes, at + 1, end, 0x80, 0xBF) ? 2 : 0;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
      int low = lead == 0xE0 ? 0xA0 : 0x80;
      int high = lead == 0xED ? 0x9F : 0xBF;
      boolean valid =
          follows(bytes, at + 1, end, low, high) && follows(bytes, at + 2, end, 0x80, 0xBF);
      return valid ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
      int low = lead == 0xF0 ? 0x90 : 0x80;
      int high = lead == 0xF4 ? 0x8F : 0xBF;
      boolean valid =
          follows(bytes, at + 1, end, low, high)
              && follows(bytes, at + 2, end, 0x80, 0xBF)
              && follows(bytes, at + 3, end, 0x80, 0xBF);
      return valid ? 4 : 0;
    }
    return 0;
  }

  private static boolean follows(byte[] bytes, int at, int end, int low, int high) {
    if (at >= end) {
      return false;
    }
    int next = bytes[at] & 0xFF;
    return next >= low && next <= high;
  }
}
