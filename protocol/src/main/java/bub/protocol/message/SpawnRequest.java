package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/** Request of a chat to the system agent for an agent of its own. */
public record SpawnRequest(ChatId chatId, Channel channel, @Nullable String channelType)
    implements AppMessage {
  public static final String TYPE = "spawn_request";

  static SpawnRequest read(Fields payload) {
    return NestedFields.object(payload, "content", SpawnRequest::readContent);
  }

  private static SpawnRequest readContent(Fields content) {
    return new SpawnRequest(
        ChatId.read(content, "chat_id"),
        Channel.read(content, "channel"),
        content.optionalString("channel_type"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("chat_id", chatId).field("channel", channel);
    payload.optional("channel_type", channelType).endObject();
  }
}
