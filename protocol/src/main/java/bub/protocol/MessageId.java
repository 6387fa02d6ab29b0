package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;

/** Id that the sender gives a message: any text, for correlation and for the log. */
public record MessageId(String value) implements JsonValue {
  public static final int MAX_LENGTH = 256;

  public MessageId {
    if (value.isEmpty() || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("a message id has 1 to " + MAX_LENGTH + " characters");
    }
  }

  static MessageId read(Fields fields, String name) {
    return check(name, fields.string(name));
  }

  public static MessageId check(String field, String value) {
    if (value.isEmpty() || value.length() > MAX_LENGTH) {
      throw new InvalidField(field, "must have 1 to " + MAX_LENGTH + " characters");
    }
    return new MessageId(value);
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
