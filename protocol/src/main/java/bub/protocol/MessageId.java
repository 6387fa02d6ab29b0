package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;

/** The sender's own name for a message: any text. The bus uses it to correlate and to log. */
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

  /** The id in {@code value}, or a refusal that names the field. */
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
