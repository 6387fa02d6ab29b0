package bub.console.view;

import bub.channel.store.Line;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing said in a chat.
 *
 * @param messageId what it is called on the bus, when a person said it
 * @param replyTo the {@code messageId} that it answers
 */
public record LineView(
    long number,
    String speaker,
    String text,
    String at,
    @Nullable String agent,
    @Nullable String messageId,
    @Nullable String replyTo) {
  private static final int GLANCE = 200;

  public static LineView of(Line line) {
    return of(line, line.text());
  }

  /** As much of it as fits into a list. */
  public static LineView glance(Line line) {
    String text = line.text();
    boolean isShort = text.codePointCount(0, text.length()) <= GLANCE;
    return of(line, isShort ? text : text.substring(0, text.offsetByCodePoints(0, GLANCE)));
  }

  private static LineView of(Line line, String text) {
    return new LineView(
        line.number(),
        line.speaker().name().toLowerCase(Locale.ROOT),
        text,
        line.at().toString(),
        line.agent() == null ? null : line.agent().value(),
        line.messageId() == null ? null : line.messageId().value(),
        line.replyTo() == null ? null : line.replyTo().value());
  }
}
