package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Outcome of a message, {@code pending} until every recipient has answered. */
public record Receipt(
    MessageId messageId,
    @Nullable String from,
    @Nullable String to,
    String status,
    @Nullable String startedAt,
    @Nullable String finishedAt,
    List<Delivery> deliveries)
    implements JsonValue {
  public static final String PENDING = "pending";

  public record Delivery(
      String recipient,
      String status,
      @Nullable String startedAt,
      @Nullable String finishedAt,
      @Nullable RawJson ack)
      implements JsonValue {

    private static Delivery read(RawJson delivery) {
      Fields fields = delivery.fields();
      return new Delivery(
          fields.string("recipient"),
          fields.string("status"),
          fields.optionalString("startedAt"),
          fields.optionalString("finishedAt"),
          fields.optionalObject("ack"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("recipient", recipient).field("status", status);
      out.optional("startedAt", startedAt).optional("finishedAt", finishedAt);
      out.optional("ack", ack).endObject();
    }
  }

  public static Receipt read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new Receipt(
        MessageId.read(fields, "messageId"),
        fields.optionalString("from"),
        fields.optionalString("to"),
        fields.string("status"),
        fields.optionalString("startedAt"),
        fields.optionalString("finishedAt"),
        NestedFields.objects(fields, "deliveries", Delivery::read));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("messageId", messageId).optional("from", from).optional("to", to);
    out.field("status", status).optional("startedAt", startedAt);
    out.optional("finishedAt", finishedAt).name("deliveries").beginArray();
    deliveries.forEach(out::value);
    out.endArray().endObject();
  }

  public record Query(MessageId messageId) implements JsonValue {
    private static final List<String> FIELDS = List.of("messageId");

    public static Query read(@Nullable RawJson params) {
      return new Query(MessageId.read(Fields.of(params, FIELDS), "messageId"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("messageId", messageId).endObject();
    }
  }
}
