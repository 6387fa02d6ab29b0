package bub.channel.telegram.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a chat.
 *
 * @param from who wrote it; null in channels
 * @param senderChat the channel or group in whose name it was written
 * @param thread the topic of a forum it belongs to
 * @param text what is written, be it the text or the caption of what is attached
 * @param entities what is special in the text: mentions, commands, links
 * @param replyTo what it answers; never answers something itself here
 * @param quote the part of {@code replyTo} that it is about
 * @param origin where it was forwarded from
 * @param album what the messages of one album have in common
 * @param edited when it was last changed
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

  /** The same message without what it answers and where it is from. */
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

  /** The message that a person chose to answer: a topic's first message is in all others. */
  public @Nullable TelegramMessage answered() {
    return replyTo != null && thread != null && replyTo.id() == thread ? null : replyTo;
  }
}
