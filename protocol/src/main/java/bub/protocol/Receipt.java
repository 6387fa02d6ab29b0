package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a message, {@code pending} until every recipient has answered. In a cluster, {@code
 * missingNodes} names the nodes whose deliveries are not here.
 */
public record Receipt(
    MessageId messageId,
    @Nullable String from,
    @Nullable String to,
    String status,
    @Nullable String startedAt,
    @Nullable String finishedAt,
    List<Delivery> deliveries,
    List<String> missingNodes)
    implements JsonValue {
  public static final String PENDING = "pending";

  public Receipt(
      MessageId messageId,
      @Nullable String from,
      @Nullable String to,
      String status,
      @Nullable String startedAt,
      @Nullable String finishedAt,
      List<Delivery> deliveries) {
    this(messageId, from, to, status, startedAt, finishedAt, deliveries, List.of());
  }

  public Receipt without(List<String> nodes) {
    return new Receipt(
        messageId, from, to, status, startedAt, finishedAt, deliveries, List.copyOf(nodes));
  }

  public Receipt with(List<Delivery> all) {
    return new Receipt(messageId, from, to, status, startedAt, finishedAt, all, missingNodes);
  }

  /** Outcome at one recipient; {@code node} is null on a single bus. */
  public record Delivery(
      String recipient,
      String status,
      @Nullable String startedAt,
      @Nullable String finishedAt,
      @Nullable RawJson ack,
      @Nullable String node)
      implements JsonValue {

    public Delivery(
        String recipient,
        String status,
        @Nullable String startedAt,
        @Nullable String finishedAt,
        @Nullable RawJson ack) {
      this(recipient, status, startedAt, finishedAt, ack, null);
    }

    private static Delivery read(RawJson delivery) {
      Fields fields = delivery.fields();
      return new Delivery(
          fields.string("recipient"),
          fields.string("status"),
          fields.optionalString("startedAt"),
          fields.optionalString("finishedAt"),
          fields.optionalObject("ack"),
          fields.optionalString("node"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("recipient", recipient).field("status", status);
      out.optional("startedAt", startedAt).optional("finishedAt", finishedAt);
      out.optional("ack", ack).optional("node", node).endObject();
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
        NestedFields.objects(fields, "deliveries", Delivery::read),
        MissingNodes.read(fields));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("messageId", messageId).optional("from", from).optional("to", to);
    out.field("status", status).optional("startedAt", startedAt);
    out.optional("finishedAt", finishedAt).name("deliveries").beginArray();
    deliveries.forEach(out::value);
    out.endArray();
    MissingNodes.write(missingNodes, out);
    out.endObject();
  }

  /** Params of {@code getReceipt}. */
  public record Query(MessageId messageId, @Nullable String node) implements JsonValue {
    private static final List<String> FIELDS = List.of("messageId", "node");

    public Query(MessageId messageId) {
      this(messageId, null);
    }

    public static Query read(@Nullable RawJson params) {
      Fields fields = Fields.of(params, FIELDS);
      return new Query(MessageId.read(fields, "messageId"), NodeParam.read(fields));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("messageId", messageId).optional("node", node).endObject();
    }
  }
}
