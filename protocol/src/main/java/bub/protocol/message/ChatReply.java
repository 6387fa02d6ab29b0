package bub.protocol.message;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.protocol.NestedFields;
import org.jspecify.annotations.Nullable;

/** Reply of an agent in a chat; {@code failed} tells programs that the text is no answer. */
public record ChatReply(
    String text,
    @Nullable Channel channel,
    @Nullable ChatId chatId,
    @Nullable String replyToMessageId,
    boolean failed)
    implements AppMessage {
  public static final String TYPE = "tg_reply";

  public ChatReply(
      String text,
      @Nullable Channel channel,
      @Nullable ChatId chatId,
      @Nullable String replyToMessageId) {
    this(text, channel, chatId, replyToMessageId, false);
  }

  static ChatReply read(Fields payload) {
    ChatId chatId = ChatId.readOptional(payload, "chat_id");
    String replyTo = payload.optionalString("reply_to_message_id");
    boolean failed = payload.bool("failed", false);
    return NestedFields.object(
        payload,
        "content",
        content ->
            new ChatReply(
                content.string("text"),
                Channel.readOptional(content, "channel"),
                chatId,
                replyTo,
                failed));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public void writeMembers(JsonWriter payload) {
    payload.optional("chat_id", chatId).optional("reply_to_message_id", replyToMessageId);
    if (failed) {
      payload.field("failed", true);
    }
    payload.name("content").beginObject().field("text", text).optional("channel", channel);
    payload.endObject();
  }
}
