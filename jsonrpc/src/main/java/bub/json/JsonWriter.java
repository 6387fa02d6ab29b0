package bub.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writer of JSON text that inserts the commas and grows one byte array. Not thread-safe. */
public final class JsonWriter {
  private static final byte[] HEX = "0123456789abcdef".getBytes(UTF_8);
  private static final int KEPT_CAPACITY = 64 * 1024;
  private static final ThreadLocal<JsonWriter> SCRATCH = ThreadLocal.withInitial(JsonWriter::new);

  private byte[] bytes = new byte[512];
  private int length;
  private boolean needsComma;

  /** Returns this thread's reusable writer, emptied. Its text is valid only until the next use. */
  public static JsonWriter scratch() {
    JsonWriter writer = SCRATCH.get();
    writer.reset();
    return writer;
  }

  private void reset() {
    if (bytes.length > KEPT_CAPACITY) {
      bytes = new byte[512];
    }
    length = 0;
    needsComma = false;
  }

  public JsonWriter beginObject() {
    return open('{');
  }

  public JsonWriter endObject() {
    return close('}');
  }

  public JsonWriter beginArray() {
    return open('[');
  }

  public JsonWriter endArray() {
    return close(']');
  }

  private JsonWriter open(char bracket) {
    separate();
    push((byte) bracket);
    needsComma = false;
    return this;
  }

  private JsonWriter close(char bracket) {
    push((byte) bracket);
    needsComma = true;
    return this;
  }

  public JsonWriter name(String name) {
    separate();
    quoted(name);
    push((byte) ':');
    needsComma = false;
    return this;
  }

  public JsonWriter value(@Nullable String text) {
    separate();
    if (text == null) {
      ascii("null");
    } else {
      quoted(text);
    }
    needsComma = true;
    return this;
  }

  public JsonWriter value(long number) {
    separate();
    digits(number);
    needsComma = true;
    return this;
  }

  public JsonWriter value(double number) {
    if (!Double.isFinite(number)) {
      return value((String) null);
    }
    separate();
    ascii(Double.toString(number));
    needsComma = true;
    return this;
  }

  public JsonWriter value(boolean flag) {
    separate();
    ascii(flag ? "true" : "false");
    needsComma = true;
    return this;
  }

  public JsonWriter value(JsonValue value) {
    value.writeTo(this);
    return this;
  }

  public JsonWriter field(String name, @Nullable String text) {
    return name(name).value(text);
  }

  public JsonWriter field(String name, long number) {
    return name(name).value(number);
  }

  public JsonWriter field(String name, double number) {
    return name(name).value(number);
  }

  public JsonWriter field(String name, boolean flag) {
    return name(name).value(flag);
  }

  public JsonWriter field(String name, JsonValue value) {
    return name(name).value(value);
  }

  public JsonWriter optional(String name, @Nullable String text) {
    return text == null ? this : field(name, text);
  }

  public JsonWriter optional(String name, @Nullable JsonValue value) {
    return value == null ? this : field(name, value);
  }

  /** Writes an object unchanged, with more fields after its own. */
  public JsonWriter extended(RawJson object, Consumer<JsonWriter> more) {
    if (!object.isObject()) {
      throw new IllegalArgumentException("not an object: " + object);
    }
    raw(object.bytes, object.offset, object.length - 1);
    needsComma = object.fields().count() > 0;
    more.accept(this);
    return endObject();
  }

  void raw(byte[] source, int offset, int count) {
    separate();
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
    needsComma = true;
  }

  private void separate() {
    if (needsComma) {
      push((byte) ',');
    }
  }

  private void quoted(String text) {
    reserve(text.length() + 2);
    bytes[length++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
        bytes[length++] = (byte) c;
      } else {
        i = special(text, i, c);
        reserve(text.length() - i + 1);
      }
    }
    bytes[length++] = '"';
  }

  /** Returns the last index it used. */
  private int special(String text, int index, char c) {
    switch (c) {
      case '"', '\\' -> escape((byte) c);
      case '\n' -> escape((byte) 'n');
      case '\r' -> escape((byte) 'r');
      case '\t' -> escape((byte) 't');
      case '\b' -> escape((byte) 'b');
      case '\f' -> escape((byte) 'f');
      default -> {
        if (c < 0x20) {
          ascii("\\u00");
          push(HEX[c >> 4]);
          push(HEX[c & 0xF]);
        } else {
          return encoded(text, index, c);
        }
      }
    }
    return index;
  }

  private void escape(byte letter) {
    push((byte) '\\');
    push(letter);
  }

  private int encoded(String text, int index, char c) {
    int point = text.codePointAt(index);
    if (Character.isSurrogate(c) && point == c) {
      point = 0xFFFD; // UTF-8 cannot encode a lone surrogate
    }
    if (point < 0x800) {
      push((byte) (0xC0 | point >> 6));
    } else if (point < 0x10000) {
      push((byte) (0xE0 | point >> 12));
      push((byte) (0x80 | point >> 6 & 0x3F));
    } else {
      push((byte) (0xF0 | point >> 18));
      push((byte) (0x80 | point >> 12 & 0x3F));
      push((byte) (0x80 | point >> 6 & 0x3F));
    }
    push((byte) (0x80 | point & 0x3F));
    return point >= 0x10000 ? index + 1 : index;
  }

  private void digits(long number) {
    if (number < 0 || number > 999_999_999) {
      ascii(Long.toString(number));
      return;
    }
    int rest = (int) number;
    int size = 1;
    for (int limit = 10; limit <= rest && size < 9; limit *= 10) {
      size++;
    }
    reserve(size);
    for (int i = length + size - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += size;
  }

  private void ascii(String text) {
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  private void push(byte b) {
    reserve(1);
    bytes[length++] = b;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  /** Only the first {@link #length()} bytes are valid, until the next write. */
  public byte[] buffer() {
    return bytes;
  }

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, UTF_8);
  }
}
