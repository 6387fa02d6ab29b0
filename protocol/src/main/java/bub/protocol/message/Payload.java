package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import bub.protocol.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Complete payload: a message and its writer's claims about itself. The bus relies on neither. */
public record Payload(
    AppMessage message,
    @Nullable Address from,
    @Nullable Instant timestamp,
    @Nullable String messageId)
    implements JsonValue {

  public static Payload of(AppMessage message) {
    return new Payload(message, null, null, null);
  }

  public static Payload read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    String from = fields.optionalString("from");
    return new Payload(
        AppMessage.read(payload),
        from == null ? null : Address.check("from", from),
        Times.optionalTime(fields, "timestamp"),
        fields.optionalString("messageId"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().optional("type", message.type()).optional("from", from);
    out.optional("timestamp", timestamp == null ? null : timestamp.toString());
    out.optional("messageId", messageId);
    message.writeMembers(out);
    out.endObject();
  }
}
