package bub.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Checked JSON in the bytes in which it arrived; a slice keeps its whole text in memory. */
public final class RawJson implements JsonValue {
  public static final int DEFAULT_DEPTH = 64;

  public static final RawJson EMPTY_OBJECT = trusted("{}".getBytes(ISO_8859_1));
  public static final RawJson NULL = trusted("null".getBytes(ISO_8859_1));

  /** Names a field whose type the code did not check: the sender sees a mistake, not a crash. */
  static final String UNCHECKED = "value";

  private static final int SURELY_FITS = 18;
  private static final int WORTH_COPYING = 1024;

  final byte[] bytes;
  final int offset;
  final int length;

  RawJson(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  /** Checks {@code bytes}. The caller must not change the array afterwards. */
  public static RawJson parse(byte[] bytes, int maxDepth) throws InvalidJson {
    return JsonGrammar.parse(bytes, maxDepth);
  }

  public static RawJson parse(String text) throws InvalidJson {
    return parse(text.getBytes(UTF_8), DEFAULT_DEPTH);
  }

  /** Wraps bytes that are known to be one JSON value, from our own writer or our own store. */
  public static RawJson trusted(byte[] bytes) {
    return new RawJson(bytes, 0, bytes.length);
  }

  /** Returns the levels of objects and arrays; 0 for a text, a number, a boolean or null. */
  public int depth() {
    int depth = 0;
    int deepest = 0;
    boolean isInText = false;
    for (int i = offset; i < offset + length; i++) {
      switch (bytes[i]) {
        case '"' -> isInText = !isInText;
        case '\\' -> i++; // only in a text
        case '{', '[' -> {
          if (!isInText) {
            deepest = Math.max(deepest, ++depth);
          }
        }
        case '}', ']' -> depth -= isInText ? 0 : 1;
        default -> {}
      }
    }
    return deepest;
  }

  public boolean isObject() {
    return bytes[offset] == '{';
  }

  public boolean isArray() {
    return bytes[offset] == '[';
  }

  public boolean isString() {
    return bytes[offset] == '"';
  }

  public boolean isNumber() {
    return bytes[offset] == '-' || bytes[offset] >= '0' && bytes[offset] <= '9';
  }

  public boolean isBoolean() {
    return bytes[offset] == 't' || bytes[offset] == 'f';
  }

  public boolean isNull() {
    return bytes[offset] == 'n';
  }

  public boolean isTrue() {
    return bytes[offset] == 't';
  }

  public boolean isInteger() {
    if (!isNumber()) {
      return false;
    }
    for (int i = offset + 1; i < offset + length; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return false;
      }
    }
    return true;
  }

  public Fields fields() {
    return Fields.of(this);
  }

  public List<RawJson> elements() {
    return elements(Integer.MAX_VALUE);
  }

  public List<RawJson> elements(int limit) {
    if (!isArray()) {
      throw new InvalidField(UNCHECKED, "must be an array");
    }
    var elements = new ArrayList<RawJson>();
    int at = JsonSkip.space(bytes, offset + 1);
    while (bytes[at] != ']' && elements.size() < limit) {
      int end = JsonSkip.value(bytes, at, offset + length);
      elements.add(slice(at, end));
      at = JsonSkip.space(bytes, end);
      if (bytes[at] == ',') {
        at = JsonSkip.space(bytes, at + 1);
      }
    }
    return elements;
  }

  public String asString() {
    if (!isString()) {
      throw new InvalidField(UNCHECKED, "must be a string");
    }
    return JsonStrings.decode(bytes, offset + 1, offset + length - 1);
  }

  /** Returns {@code otherwise} when this is not an integer or does not fit a long. */
  public long asLong(long otherwise) {
    if (!isInteger()) {
      return otherwise;
    }
    if (length > SURELY_FITS || bytes[offset] == '-') {
      return asLongSlowly(otherwise);
    }
    long value = 0;
    for (int i = offset; i < offset + length; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return value;
  }

  private long asLongSlowly(long otherwise) {
    try {
      return Long.parseLong(toString());
    } catch (NumberFormatException tooLarge) {
      return otherwise;
    }
  }

  /** True when this is a string with exactly this text and no escapes. */
  public boolean isPlainly(String text) {
    if (length != text.length() + 2 || !isString()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[offset + 1 + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Copies a small part of a large text, so that keeping it does not retain the whole text. */
  public RawJson detached() {
    return isDetached() ? this : trusted(toByteArray());
  }

  public boolean isDetached() {
    return bytes.length - length <= WORTH_COPYING;
  }

  /** Counts the bytes of the whole text that this value is a part of. */
  public int retainedBytes() {
    return bytes.length;
  }

  public int position() {
    return offset;
  }

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.raw(bytes, offset, length);
  }

  @Override
  public RawJson toRaw() {
    return this;
  }

  RawJson slice(int from, int to) {
    return new RawJson(bytes, from, to - from);
  }

  /** Compares bytes: {@code 1} and {@code 1.0} are different. */
  @Override
  public boolean equals(Object other) {
    return other instanceof RawJson that
        && Arrays.equals(
            bytes, offset, offset + length, that.bytes, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    return WideScan.hash(bytes, offset, offset + length);
  }

  @Override
  public String toString() {
    return new String(bytes, offset, length, UTF_8);
  }
}
