package bub.protocol.message;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Id of a chat within its channel. Safe as part of a path or of a unit name. */
public record ChatId(String value) implements JsonValue {
  private static final Pattern VALID =
      Pattern.compile("-?[0-9]{1,20}|[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
  private static final String PROBLEM =
      "must be 1 to 20 digits, or 1 to 64 letters, digits, '_', '.' and '-'";

  public ChatId {
    if (!VALID.matcher(value).matches()) {
      throw new IllegalArgumentException("not a chat id: " + PROBLEM);
    }
  }

  public static ChatId check(String field, String value) {
    if (!VALID.matcher(value).matches()) {
      throw new InvalidField(field, PROBLEM);
    }
    return new ChatId(value);
  }

  static ChatId read(Fields fields, String name) {
    return check(name, fields.string(name));
  }

  static @Nullable ChatId readOptional(Fields fields, String name) {
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
