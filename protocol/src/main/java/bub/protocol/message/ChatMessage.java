package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Message that a person typed in a chat; its ids are those of the chat service. */
public record ChatMessage(
    String text,
    @Nullable String senderId,
    @Nullable Channel channel,
    @Nullable String username,
    @Nullable String fullName,
    @Nullable String chatType,
    @Nullable String messageId,
    @Nullable String replyTo,
    List<RawJson> attachments)
    implements AppMessage {
  public static final String TYPE = "tg_message";

  public ChatMessage {
    attachments = List.copyOf(attachments);
  }

  public static ChatMessage of(String text) {
    return new ChatMessage(text, null, null, null, null, null, null, null, List.of());
  }

  public static ChatMessage of(String text, String senderId, Channel channel) {
    return new ChatMessage(text, senderId, channel, null, null, null, null, null, List.of());
  }

  static ChatMessage read(Fields payload) {
    return NestedFields.object(payload, "content", ChatMessage::readContent);
  }

  private static ChatMessage readContent(Fields content) {
    return new ChatMessage(
        content.string("text"),
        content.optionalString("senderId"),
        Channel.readOptional(content, "channel"),
        content.optionalString("username"),
        content.optionalString("full_name"),
        content.optionalString("chat_type"),
        content.optionalString("message_id"),
        content.optionalString("reply_to"),
        readAttachments(content));
  }

  private static List<RawJson> readAttachments(Fields content) {
    RawJson attachments = content.find("attachments");
    return attachments == null || attachments.isNull()
        ? List.of()
        : NestedFields.objects(content, "attachments", Function.identity());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.name("content").beginObject().field("text", text).optional("senderId", senderId);
    payload.optional("channel", channel).optional("username", username);
    payload.optional("full_name", fullName).optional("chat_type", chatType);
    payload.optional("message_id", messageId).optional("reply_to", replyTo);
    if (!attachments.isEmpty()) {
      payload.name("attachments").beginArray();
      attachments.forEach(payload::value);
      payload.endArray();
    }
    payload.endObject();
  }
}
