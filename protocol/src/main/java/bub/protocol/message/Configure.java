package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.NestedFields;

/** Order of a chat to its agent to send its replies to {@code talkto}. */
public record Configure(Address talkto) implements AppMessage {
  public static final String TYPE = "configure";

  static Configure read(Fields payload) {
    return NestedFields.object(payload, "content", Configure::readContent);
  }

  private static Configure readContent(Fields content) {
    return new Configure(Address.check("talkto", content.string("talkto")));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("talkto", talkto).endObject();
  }
}
