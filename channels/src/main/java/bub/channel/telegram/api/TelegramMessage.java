package bub.channel.telegram.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a chat.
 *
 * @param from author; null in channels
 * @param senderChat channel or group in whose name it was written
 * @param text text of the message, or the caption of its attachment
 * @param replyTo message that this one replies to, without its own {@code replyTo}
 * @param quote quoted part of {@code replyTo}
 * @param album id that the messages of one album share
 */
public record TelegramMessage(
    long id,
    Instant date,
    TelegramChat chat,
    @Nullable TelegramUser from,
    @Nullable TelegramChat senderChat,
    @Nullable Long thread,
    @Nullable String text,
    List<MessageEntity> entities,
    @Nullable MessageContent content,
    @Nullable TelegramMessage replyTo,
    @Nullable String quote,
    @Nullable MessageOrigin origin,
    @Nullable String album,
    @Nullable Instant edited) {

  public TelegramMessage {
    entities = List.copyOf(entities);
  }

  /** Drops the quoted message and the origin. */
  public TelegramMessage alone() {
    return new TelegramMessage(
        id,
        date,
        chat,
        from,
        senderChat,
        thread,
        text,
        entities,
        content,
        null,
        null,
        null,
        album,
        edited);
  }

  /** Telegram names a topic's first message by default, which does not count as a reply. */
  public @Nullable TelegramMessage answered() {
    return replyTo != null && thread != null && replyTo.id() == thread ? null : replyTo;
  }
}
