package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.MessageId;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/** Delivery progress of an earlier message to a person or an agent. */
public record DeliveryStatus(MessageId messageId, Status status, @Nullable String error)
    implements AppMessage {
  public static final String TYPE = "delivery_status";

  public enum Status {
    ACCEPTED,
    DELIVERED,
    FAILED
  }

  public String word() {
    return EnumWords.of(status);
  }

  static DeliveryStatus read(Fields payload) {
    return NestedFields.object(payload, "content", DeliveryStatus::readContent);
  }

  private static DeliveryStatus readContent(Fields content) {
    return new DeliveryStatus(
        MessageId.check("message_id", content.string("message_id")),
        EnumWords.read(content, "status", Status.values()),
        content.optionalString("error"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("message_id", messageId);
    payload.field("status", word()).optional("error", error).endObject();
  }
}
