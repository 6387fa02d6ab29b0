package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;

/** Result of {@code sendMessage}, with one ack per recipient. */
public record SendResult(boolean accepted, MessageId messageId, List<Ack> acks)
    implements JsonValue {

  public static SendResult read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new SendResult(
        fields.bool("accepted"),
        MessageId.read(fields, "messageId"),
        NestedFields.objects(fields, "acks", Ack::read));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("accepted", accepted).field("messageId", messageId.value());
    out.name("acks").beginArray();
    for (int i = 0; i < acks.size(); i++) {
      acks.get(i).writeTo(out);
    }
    out.endArray().endObject();
  }
}
