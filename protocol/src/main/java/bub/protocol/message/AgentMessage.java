package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.NestedFields;

/** Text message from one agent to another. */
public record AgentMessage(String text) implements AppMessage {
  public static final String TYPE = "agent_message";

  static AgentMessage read(Fields payload) {
    return NestedFields.object(
        payload, "content", content -> new AgentMessage(content.string("text")));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("text", text).endObject();
  }
}
