package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.NestedFields;

/** Message of the system agent that names the agent of a chat. */
public record RouteAssigned(ChatId chatId, Channel channel, Address agentId) implements AppMessage {
  public static final String TYPE = "route_assigned";

  static RouteAssigned read(Fields payload) {
    return NestedFields.object(payload, "content", RouteAssigned::readContent);
  }

  private static RouteAssigned readContent(Fields content) {
    return new RouteAssigned(
        ChatId.read(content, "chat_id"),
        Channel.read(content, "channel"),
        Address.check("agent_id", content.string("agent_id")));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("chat_id", chatId).field("channel", channel);
    payload.field("agent_id", agentId).endObject();
  }
}
