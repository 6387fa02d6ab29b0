package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Reader of times in the wire format, such as {@code 2026-02-17T12:00:00Z}. */
public final class Times {
  private Times() {}

  public static Instant time(Fields fields, String name) {
    return parse(name, fields.string(name));
  }

  public static @Nullable Instant optionalTime(Fields fields, String name) {
    String text = fields.optionalString(name);
    return text == null ? null : parse(name, text);
  }

  private static Instant parse(String name, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException notATime) {
      throw new InvalidField(name, "must be a time such as 2026-02-17T12:00:00Z");
    }
  }
}
