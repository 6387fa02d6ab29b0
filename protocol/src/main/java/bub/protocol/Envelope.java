package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Message with a sender, a recipient, an id and a payload that the bus never changes. As JSON it is
 * the params of {@code sendMessage} and of {@code processMessage}.
 */
public record Envelope(Address from, Address to, MessageId messageId, RawJson payload)
    implements JsonValue {
  private static final List<String> FIELDS = List.of("from", "to", "messageId", "payload");

  public static Envelope read(@Nullable RawJson params) {
    Fields fields = Fields.of(params, FIELDS);
    return new Envelope(
        Address.read(fields, "from"),
        Address.read(fields, "to"),
        MessageId.read(fields, "messageId"),
        fields.object("payload"));
  }

  /** Reads a message of {@code sender}, which is also the default for {@code from}. */
  public static Envelope readFrom(Address sender, @Nullable RawJson params) {
    Fields fields = Fields.of(params, FIELDS);
    return new Envelope(
        readFrom(fields, sender),
        Address.read(fields, "to"),
        MessageId.read(fields, "messageId"),
        fields.object("payload"));
  }

  private static Address readFrom(Fields fields, Address sender) {
    String from = fields.optionalString("from");
    return from == null ? sender : Address.check("from", from);
  }

  /** Null when the payload has no {@code type}; one that is not a string is refused. */
  public @Nullable String type() {
    return typeOf(payload.fields());
  }

  /** Returns the {@code type} of a payload whose members the caller has already found. */
  public static @Nullable String typeOf(Fields payload) {
    RawJson type = findType(payload);
    if (type != null && !type.isString()) {
      throw new InvalidField("payload.type", "must be a string");
    }
    return type == null ? null : type.asString();
  }

  private static @Nullable RawJson findType(Fields payload) {
    try {
      return payload.find("type");
    } catch (InvalidField doubled) {
      throw new InvalidField("payload.type", "appears twice");
    }
  }

  /** Returns a copy that does not retain the frame in which the message arrived. */
  public Envelope detached() {
    return payload.isDetached() ? this : new Envelope(from, to, messageId, payload.detached());
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject()
        .field("from", from.value())
        .field("to", to.value())
        .field("messageId", messageId.value())
        .field("payload", payload)
        .endObject();
  }
}
