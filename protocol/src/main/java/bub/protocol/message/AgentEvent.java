package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;

/** Event of an agent, with a free name; the names in {@link Kind} have a meaning. */
public record AgentEvent(String event, RawJson data) implements AppMessage {
  public static final String TYPE = "agent_event";

  public enum Kind {
    SPAWNED,
    STOPPED,
    FAILED,
    TYPING,
    PARTIAL,
    TOOL_CALL,
    STEP,
    ACTIVITY,
    OTHER;

    private static Kind of(String event) {
      for (Kind kind : values()) {
        if (EnumWords.of(kind).equals(event)) {
          return kind;
        }
      }
      return OTHER;
    }
  }

  public AgentEvent(Kind kind, RawJson data) {
    this(EnumWords.of(kind), data);
  }

  public Kind kind() {
    return Kind.of(event);
  }

  static AgentEvent read(Fields payload) {
    return NestedFields.object(payload, "content", AgentEvent::readContent);
  }

  private static AgentEvent readContent(Fields content) {
    RawJson data = content.optionalObject("data");
    return new AgentEvent(content.string("event"), data == null ? RawJson.EMPTY_OBJECT : data);
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("event", event);
    payload.field("data", data).endObject();
  }
}
