package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file to send.
 *
 * @param caption plain text, at most 1,024 UTF-16 units
 * @param replyTo ignored when that message is gone
 */
public record SendFile(
    ChatId chat,
    Path file,
    String name,
    @Nullable String caption,
    @Nullable Long replyTo,
    @Nullable Long thread) {

  public static SendFile of(ChatId chat, Path file, String name) {
    return new SendFile(chat, file, name, null, null, null);
  }

  public SendFile captioned(@Nullable String newCaption) {
    return new SendFile(chat, file, name, newCaption, replyTo, thread);
  }

  public SendFile replyingTo(@Nullable Long messageId) {
    return new SendFile(chat, file, name, caption, messageId, thread);
  }

  public SendFile inThread(@Nullable Long newThread) {
    return new SendFile(chat, file, name, caption, replyTo, newThread);
  }
}
