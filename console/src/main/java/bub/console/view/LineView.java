package bub.console.view;

import bub.channel.store.ChatLine;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of a chat.
 *
 * @param messageId id on the bus; null when the channel itself wrote the line
 * @param replyTo {@code messageId} of the message that it answers
 */
public record LineView(
    long number,
    String speaker,
    String text,
    String at,
    @Nullable String agent,
    @Nullable String messageId,
    @Nullable String replyTo) {

  public static LineView of(ChatLine line) {
    return new LineView(
        line.number(),
        line.speaker().name().toLowerCase(Locale.ROOT),
        line.text(),
        line.at().toString(),
        line.agent() == null ? null : line.agent().value(),
        line.messageId() == null ? null : line.messageId().value(),
        line.replyTo() == null ? null : line.replyTo().value());
  }
}
