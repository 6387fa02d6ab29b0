package bub.protocol.trace;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Notice of the bus about a trace: the loop guard refused a message, or somebody stopped the turn.
 * The bus sends it to {@link #ADDRESS} and, for a stop, to every agent of the turn.
 *
 * @param type {@link #GUARDED} or {@link #STOPPED}
 * @param root first message of the trace
 * @param person chat whose turn it is; null without one
 * @param detail rule and figures, or who stopped the turn
 */
public record TraceNotice(
    String type,
    TraceId trace,
    @Nullable MessageId root,
    @Nullable Address person,
    Address sender,
    String detail)
    implements JsonValue {
  public static final Address ADDRESS = new Address("system:guard");
  public static final String GUARDED = "trace_guarded";
  public static final String STOPPED = "trace_stopped";

  public static TraceNotice read(RawJson payload) {
    Fields fields = payload.fields();
    Fields content = fields.object("content").fields();
    String root = content.optionalString("message_id");
    String person = content.optionalString("person");
    return new TraceNotice(
        fields.string("type"),
        new TraceId(content.string("trace")),
        root == null ? null : MessageId.check("message_id", root),
        person == null ? null : Address.check("person", person),
        Address.check("sender", content.string("sender")),
        content.string("detail"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("type", type).name("content").beginObject().field("trace", trace);
    out.optional("message_id", root).optional("person", person).field("sender", sender);
    out.field("detail", detail).endObject().endObject();
  }
}
