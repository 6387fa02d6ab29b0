package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** Reusable byte array for one outgoing payload. */
final class PayloadBuffer {
  private byte[] bytes = new byte[1024];
  private int length;

  PayloadBuffer clear() {
    length = 0;
    return this;
  }

  PayloadBuffer put(byte[] source) {
    return put(source, 0, source.length);
  }

  PayloadBuffer put(byte[] source, int from, int count) {
    grow(count);
    System.arraycopy(source, from, bytes, length, count);
    length += count;
    return this;
  }

  PayloadBuffer putInt(int value) {
    return putBigEndian(value, Integer.BYTES);
  }

  PayloadBuffer putLong(long value) {
    return putBigEndian(value, Long.BYTES);
  }

  PayloadBuffer putDecimal(long value) {
    return put(Long.toString(value).getBytes(US_ASCII));
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  private PayloadBuffer putBigEndian(long value, int width) {
    grow(width);
    for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  private void grow(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
  }
}
