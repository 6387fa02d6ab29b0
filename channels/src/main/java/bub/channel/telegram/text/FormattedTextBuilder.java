package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a text with entities that follow Telegram's rules: overlapping entities nest, no
 * entity contains its own kind, and code is inside nothing but a quote.
 */
final class FormattedTextBuilder {
  private static final Comparator<MessageEntity> OUTER_FIRST =
      Comparator.comparingInt(MessageEntity::offset)
          .thenComparing(MessageEntity::length, Comparator.reverseOrder());

  /** An entity in progress; {@code from} is negative when it is inside one of its kind. */
  private static final class Open {
    private final String type;
    private final @Nullable String url;
    private int from;

    private Open(String type, @Nullable String url, int from) {
      this.type = type;
      this.url = url;
      this.from = from;
    }
  }

  private final StringBuilder text = new StringBuilder();
  private final List<MessageEntity> entities = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();

  void write(String words) {
    text.append(words);
  }

  int length() {
    return text.length();
  }

  String textFrom(int place) {
    return text.substring(place);
  }

  void begin(String type) {
    begin(type, null);
  }

  void begin(String type, @Nullable String url) {
    open.add(new Open(type, url, isOpen(type) ? -1 : text.length()));
  }

  void end() {
    finish(open.removeLast());
  }

  private void finish(Open stretch) {
    int length = text.length() - stretch.from;
    if (stretch.from >= 0 && length > 0) {
      entities.add(new MessageEntity(stretch.type, stretch.from, length, stretch.url, null, null));
    }
  }

  boolean isOpen(String type) {
    return open.stream().anyMatch(stretch -> stretch.type.equals(type) && stretch.from >= 0);
  }

  /** Inside a link, code is plain text. */
  void code(String words) {
    if (isOpen(MessageEntity.TEXT_LINK)) {
      write(words);
    } else {
      verbatim(MessageEntity.CODE, words, null);
    }
  }

  void block(String lines, @Nullable String language) {
    verbatim(MessageEntity.PRE, lines, language);
  }

  private void verbatim(String type, String words, @Nullable String language) {
    open.stream().filter(FormattedTextBuilder::isStyle).forEach(this::finish);
    int from = text.length();
    text.append(words);
    if (!words.isEmpty()) {
      entities.add(new MessageEntity(type, from, words.length(), null, language, null));
    }
    open.stream()
        .filter(FormattedTextBuilder::isStyle)
        .forEach(stretch -> stretch.from = text.length());
  }

  private static boolean isStyle(Open stretch) {
    return stretch.from >= 0 && !stretch.type.equals(MessageEntity.BLOCKQUOTE);
  }

  RenderedText rendered() {
    // of two entities with the same range the outer one ends last, but must come first
    return new RenderedText(
        text.toString(), entities.reversed().stream().sorted(OUTER_FIRST).toList());
  }
}
