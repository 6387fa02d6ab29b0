package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.NestedFields;

/** Text of an operator in another person's chat; the person and the agent both see its author. */
public record OperatorMessage(String text) implements AppMessage {
  public static final String TYPE = "operator_message";

  static OperatorMessage read(Fields payload) {
    return NestedFields.object(
        payload, "content", content -> new OperatorMessage(content.string("text")));
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
