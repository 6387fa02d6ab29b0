package bub.protocol.trace;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Payload of an order to the bus: stop a turn, or let it go on after the loop guard refused it. It
 * names the trace, or any message of the turn.
 */
public record TraceOrder(Action action, @Nullable TraceId trace, @Nullable MessageId messageId)
    implements JsonValue {
  /** Address of the bus for these orders, and the sender of its notices. */
  public static final Address ADDRESS = new Address("system:trace");

  public enum Action {
    STOP("trace_stop"),
    CONTINUE("trace_continue");

    private final String type;

    Action(String type) {
      this.type = type;
    }

    public String type() {
      return type;
    }
  }

  public static TraceOrder read(RawJson payload) {
    Fields fields = payload.fields();
    Action action = action(fields.optionalString("type"));
    Fields content = fields.object("content").fields();
    String trace = content.optionalString("trace");
    String message = content.optionalString("message_id");
    TraceId id = TraceId.parse(trace);
    if (trace != null && id == null) {
      throw new InvalidField("content.trace", "must have 32 lower-case hex digits");
    }
    if (trace == null && message == null) {
      throw new InvalidField("content", "must have a trace or a message_id");
    }
    return new TraceOrder(
        action, id, message == null ? null : MessageId.check("content.message_id", message));
  }

  private static Action action(@Nullable String type) {
    for (Action action : Action.values()) {
      if (action.type().equals(type)) {
        return action;
      }
    }
    throw new InvalidField("type", "must be trace_stop or trace_continue");
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("type", action.type()).name("content").beginObject();
    out.optional("trace", trace).optional("message_id", messageId).endObject().endObject();
  }
}
