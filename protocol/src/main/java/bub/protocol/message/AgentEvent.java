package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Inside;

/** Something that happened to an agent or that it is doing; {@code data} is any object. */
public record AgentEvent(Kind event, RawJson data) implements AppMessage {
  public static final String TYPE = "agent_event";

  /** What happened. */
  public enum Kind {
    SPAWNED,
    STOPPED,
    FAILED,
    TYPING,
    PARTIAL,
    TOOL_CALL,
    ACTIVITY
  }

  static AgentEvent read(Fields payload) {
    return Inside.object(payload, "content", AgentEvent::readContent);
  }

  private static AgentEvent readContent(Fields content) {
    return new AgentEvent(Word.read(content, "event", Kind.values()), content.object("data"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("event", Word.of(event));
    payload.field("data", data).endObject();
  }
}
