package bub.protocol.message;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Kind of place where people chat, such as {@code telegram}. Safe as part of a path. */
public record Channel(String value) implements JsonValue {
  private static final Pattern VALID = Pattern.compile("[a-z][a-z0-9-]{0,31}");
  private static final String PROBLEM =
      "must be 1 to 32 lower-case letters, digits and '-', and start with a letter";

  public Channel {
    if (!VALID.matcher(value).matches()) {
      throw new IllegalArgumentException("not a channel: " + PROBLEM);
    }
  }

  public static Channel check(String field, String value) {
    if (!VALID.matcher(value).matches()) {
      throw new InvalidField(field, PROBLEM);
    }
    return new Channel(value);
  }

  static Channel read(Fields fields, String name) {
    return check(name, fields.string(name));
  }

  static @Nullable Channel readOptional(Fields fields, String name) {
    String value = fields.optionalString(name);
    return value == null ? null : check(name, value);
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
