package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** Name of a sender or a recipient, such as {@code agent:worker-42}. */
public record Address(String value) implements JsonValue {
  public static final int MAX_LENGTH = 256;

  public Address {
    String problem = problemWith(value);
    if (problem != null) {
      throw new IllegalArgumentException("not an address: " + problem);
    }
  }

  static Address read(Fields fields, String name) {
    return check(name, fields.string(name));
  }

  public static Address check(String field, String value) {
    String problem = problemWith(value);
    if (problem != null) {
      throw new InvalidField(field, problem);
    }
    return new Address(value);
  }

  public static boolean isValid(String text) {
    return problemWith(text) == null;
  }

  /** Returns null for a valid address or pattern. */
  static @Nullable String problemWith(String text) {
    if (text.isEmpty()) {
      return "must not be empty";
    }
    if (text.length() > MAX_LENGTH) {
      return "must not be longer than " + MAX_LENGTH + " characters";
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7F && isBlankOrControl(c)) {
        return "must not contain white space or control characters";
      }
    }
    return null;
  }

  private static boolean isBlankOrControl(char c) {
    return Character.isISOControl(c) || Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.value(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
