package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Event of the activity log, in the columns of its schema. {@code payload} is the message payload
 * on {@code send_start} and the recipient's ack on {@code process_finish}. {@code node} is null on
 * a single bus.
 */
public record ActivityRow(
    long id,
    String ts,
    String event,
    String messageId,
    @Nullable String rpcId,
    @Nullable String actor,
    @Nullable String to,
    @Nullable String status,
    @Nullable RawJson payload,
    @Nullable String error,
    @Nullable String node)
    implements JsonValue {

  public ActivityRow(
      long id,
      String ts,
      String event,
      String messageId,
      @Nullable String rpcId,
      @Nullable String actor,
      @Nullable String to,
      @Nullable String status,
      @Nullable RawJson payload,
      @Nullable String error) {
    this(id, ts, event, messageId, rpcId, actor, to, status, payload, error, null);
  }

  public ActivityRow on(String itsNode) {
    return new ActivityRow(
        id, ts, event, messageId, rpcId, actor, to, status, payload, error, itsNode);
  }

  public ActivityRow withPayload(RawJson other) {
    return new ActivityRow(id, ts, event, messageId, rpcId, actor, to, status, other, error, node);
  }

  public static ActivityRow read(RawJson row) {
    Fields fields = NestedFields.fields("row", row);
    return new ActivityRow(
        fields.integer("id", 0),
        fields.string("ts"),
        fields.string("event"),
        fields.string("messageId"),
        fields.optionalString("rpcId"),
        fields.optionalString("actor"),
        fields.optionalString("to"),
        fields.optionalString("status"),
        fields.optionalObject("payload"),
        fields.optionalString("error"),
        fields.optionalString("node"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("id", id).field("ts", ts).field("event", event);
    out.field("messageId", messageId).optional("rpcId", rpcId).optional("actor", actor);
    out.optional("to", to).optional("status", status).optional("payload", payload);
    out.optional("error", error).optional("node", node).endObject();
  }
}
