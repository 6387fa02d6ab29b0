package bub.channel.telegram;

import bub.channel.telegram.api.MessageContent;
import bub.channel.telegram.api.MessageOrigin;
import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.api.TelegramUser;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Description of a message in words, for an agent. */
final class MessageDescription {
  private static final int MAX_QUOTE = 500;
  private static final int MAX_ASIDE = 500;
  private static final int MAX_DETAIL = 200;

  private MessageDescription() {}

  /** Includes the quoted message and the origin; empty when there is no content. */
  static String of(TelegramMessage message, @Nullable String file) {
    var lines = new StringJoiner("\n");
    MessageContent content = message.content();
    String shown = file != null ? file : content == null ? "" : content(content);
    String text = message.text();
    if (shown.isEmpty() && (text == null || text.isBlank())) {
      return "";
    }
    add(lines, quoted(message));
    add(lines, message.origin() == null ? "" : forwarded(message.origin()));
    add(lines, shown);
    add(lines, text == null ? "" : text);
    return lines.toString();
  }

  /** Includes the quoted message once. */
  static String ofAlbum(List<TelegramMessage> album, List<@Nullable String> files) {
    var lines = new StringJoiner("\n");
    for (int i = 0; i < album.size(); i++) {
      TelegramMessage message = album.get(i);
      add(lines, of(i == 0 ? message : message.alone(), files.get(i)));
    }
    return lines.toString();
  }

  static String ofAlbum(List<TelegramMessage> album) {
    return ofAlbum(album, Collections.nCopies(album.size(), null));
  }

  private static void add(StringJoiner lines, String line) {
    if (!line.isEmpty()) {
      lines.add(line);
    }
  }

  private static String quoted(TelegramMessage message) {
    TelegramMessage original = message.answered();
    if (original == null) {
      return "";
    }
    String quote = message.quote();
    String words = quote != null ? quote : of(original, null);
    if (words.isEmpty()) {
      return "";
    }
    TelegramUser author = original.from();
    String whose = author == null ? "a message" : MessageAuthor.name(author);
    return "[answers " + whose + ": “" + clip(words, MAX_QUOTE) + "”]";
  }

  private static String forwarded(MessageOrigin origin) {
    String whom =
        switch (origin) {
          case MessageOrigin.FromUser(TelegramUser user) -> MessageAuthor.name(user);
          case MessageOrigin.FromHidden(String name) -> clip(name, MAX_DETAIL);
          case MessageOrigin.FromChat chat ->
              chat.chat().title() == null ? "a chat" : clip(chat.chat().title(), MAX_DETAIL);
          case MessageOrigin.FromElsewhere _ -> "elsewhere";
        };
    return "[forwarded from " + whom + "]";
  }

  private static String content(MessageContent content) {
    return switch (content) {
      case MessageContent.Sticker sticker ->
          bracketed("sticker", sticker.emoji(), inSet(sticker.setName()));
      case MessageContent.Media media -> "[" + kind(media) + "]";
      case MessageContent.Location place ->
          bracketed(
              "location",
              String.format(Locale.ROOT, "%.6f, %.6f", place.latitude(), place.longitude()),
              place.title(),
              place.address());
      case MessageContent.Contact contact ->
          bracketed("contact", contact.firstName(), contact.lastName(), contact.phoneNumber());
      case MessageContent.Poll(String question, List<String> options) ->
          bracketed("poll", question, String.join(" / ", options));
      case MessageContent.Dice(String emoji, long value) ->
          bracketed("dice", emoji, "shows " + value);
      case MessageContent.Joined _,
          MessageContent.Left _,
          MessageContent.MigratedTo _,
          MessageContent.MigratedFrom _ ->
          "";
    };
  }

  private static @Nullable String inSet(@Nullable String set) {
    return set == null ? null : "of the set " + set;
  }

  private static String bracketed(String kind, @Nullable String... details) {
    var words = new StringJoiner(" ", "[", "]").add(kind);
    for (String detail : details) {
      if (detail != null && !detail.isBlank()) {
        words.add(clip(detail, MAX_DETAIL));
      }
    }
    return words.toString();
  }

  static String kind(MessageContent.Media media) {
    return switch (media) {
      case MessageContent.Photo _ -> "photo";
      case MessageContent.Document _ -> "document";
      case MessageContent.Voice _ -> "voice message";
      case MessageContent.Audio _ -> "audio";
      case MessageContent.Video _ -> "video";
      case MessageContent.VideoNote _ -> "video message";
      case MessageContent.Animation _ -> "animation";
      case MessageContent.Sticker _ -> "sticker";
    };
  }

  // ---- groups

  static String by(MessageAuthor speaker, String words) {
    return clip(speaker.name(), MAX_DETAIL) + ": " + words;
  }

  static String aside(MessageAuthor speaker, String words) {
    // One line, so that nobody can fake a message of another person.
    return by(speaker, clip(words.replaceAll("\\s+", " "), MAX_ASIDE));
  }

  static String inContext(List<String> asides, String words) {
    return asides.isEmpty()
        ? words
        : "[said in the group before]\n" + String.join("\n", asides) + "\n[said to you]\n" + words;
  }

  /** Never cuts inside a character. */
  private static String clip(String text, int most) {
    String stripped = text.strip();
    if (stripped.length() <= most) {
      return stripped;
    }
    int end = Character.isHighSurrogate(stripped.charAt(most - 1)) ? most - 1 : most;
    return stripped.substring(0, end) + "…";
  }
}
