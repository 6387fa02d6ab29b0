package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;

/** Formatting as plain text, for assertions. */
final class Shown {
  private Shown() {}

  /** A part as {@code <bold>text</bold>}. */
  static String of(MessagePart part) {
    var shown = new StringBuilder();
    for (int at = 0; at <= part.text().length(); at++) {
      int place = at;
      part.entities().reversed().stream()
          .filter(entity -> entity.end() == place)
          .forEach(entity -> shown.append("</").append(entity.type()).append('>'));
      part.entities().stream()
          .filter(entity -> entity.offset() == place)
          .forEach(entity -> shown.append(opening(entity)));
      if (at < part.text().length()) {
        shown.append(part.text().charAt(at));
      }
    }
    return shown.toString();
  }

  private static String opening(MessageEntity entity) {
    String more = entity.url() == null ? entity.language() : entity.url();
    return "<" + entity.type() + (more == null ? "" : "=" + more) + ">";
  }

  /** A text that must fit one part. */
  static String of(String markdown) {
    List<MessagePart> parts = TelegramText.of(markdown);
    if (parts.size() != 1) {
      throw new AssertionError("one part was expected: " + parts);
    }
    return of(parts.getFirst());
  }
}
