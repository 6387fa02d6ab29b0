package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.Inside;

/** Words of an operator in somebody else's chat. Its person and its agent both learn who wrote. */
public record OperatorMessage(String text) implements AppMessage {
  public static final String TYPE = "operator_message";

  static OperatorMessage read(Fields payload) {
    return Inside.object(
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
