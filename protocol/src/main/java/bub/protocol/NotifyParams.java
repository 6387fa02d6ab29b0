package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Message without an answer: the params of {@code notify} in the address dialect.
 *
 * @param from null for the clientId of the sender
 * @param messageId null for an id that the bus creates
 */
public record NotifyParams(
    Address to, RawJson payload, @Nullable Address from, @Nullable MessageId messageId)
    implements JsonValue {
  private static final List<String> FIELDS = List.of("to", "payload", "from", "messageId");

  public static NotifyParams read(@Nullable RawJson params) {
    Fields fields = Fields.of(params, FIELDS);
    String from = fields.optionalString("from");
    String messageId = fields.optionalString("messageId");
    return new NotifyParams(
        Address.read(fields, "to"),
        fields.object("payload"),
        from == null ? null : Address.check("from", from),
        messageId == null ? null : MessageId.check("messageId", messageId));
  }

  public Envelope complete(Address sender, Supplier<MessageId> newId) {
    return new Envelope(
        from == null ? sender : from, to, messageId == null ? newId.get() : messageId, payload);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("to", to.value()).field("payload", payload);
    if (from != null) {
      out.field("from", from.value());
    }
    if (messageId != null) {
      out.field("messageId", messageId.value());
    }
    out.endObject();
  }
}
