package bub.channel.telegram;

import bub.channel.telegram.api.Content;
import bub.channel.telegram.api.Message;
import bub.channel.telegram.api.MessageOrigin;
import bub.channel.telegram.api.User;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A message in words, whatever it is: what an agent reads. */
final class Wording {
  private static final int MAX_QUOTE = 500;
  private static final int MAX_ASIDE = 500;
  private static final int MAX_DETAIL = 200;

  private Wording() {}

  /**
   * What a message says, with what it answers and where it is from; empty when it says nothing.
   *
   * @param file what is to be said about the file in it
   */
  static String of(Message message, @Nullable String file) {
    var lines = new StringJoiner("\n");
    Content content = message.content();
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

  /**
   * Joins the messages of an album into one text: the quoted message once, every file and caption.
   *
   * @param files what is to be said about the file in each of them
   */
  static String ofAlbum(List<Message> album, List<@Nullable String> files) {
    var lines = new StringJoiner("\n");
    for (int i = 0; i < album.size(); i++) {
      Message message = album.get(i);
      add(lines, of(i == 0 ? message : message.alone(), files.get(i)));
    }
    return lines.toString();
  }

  /** The same with no word about where the files are. */
  static String ofAlbum(List<Message> album) {
    return ofAlbum(album, Collections.nCopies(album.size(), null));
  }

  private static void add(StringJoiner lines, String line) {
    if (!line.isEmpty()) {
      lines.add(line);
    }
  }

  private static String quoted(Message message) {
    Message original = message.answered();
    if (original == null) {
      return "";
    }
    String quote = message.quote();
    String words = quote != null ? quote : of(original, null);
    if (words.isEmpty()) {
      return "";
    }
    User author = original.from();
    String whose = author == null ? "a message" : Speaker.name(author);
    return "[answers " + whose + ": “" + clip(words, MAX_QUOTE) + "”]";
  }

  private static String forwarded(MessageOrigin origin) {
    String whom =
        switch (origin) {
          case MessageOrigin.FromUser(User user) -> Speaker.name(user);
          case MessageOrigin.FromHidden(String name) -> clip(name, MAX_DETAIL);
          case MessageOrigin.FromChat chat ->
              chat.chat().title() == null ? "a chat" : clip(chat.chat().title(), MAX_DETAIL);
          case MessageOrigin.FromElsewhere _ -> "elsewhere";
        };
    return "[forwarded from " + whom + "]";
  }

  private static String content(Content content) {
    return switch (content) {
      case Content.Sticker sticker ->
          bracketed("sticker", sticker.emoji(), inSet(sticker.setName()));
      case Content.Media media -> "[" + kind(media) + "]";
      case Content.Location place ->
          bracketed(
              "location",
              String.format(Locale.ROOT, "%.6f, %.6f", place.latitude(), place.longitude()),
              place.title(),
              place.address());
      case Content.Contact contact ->
          bracketed("contact", contact.firstName(), contact.lastName(), contact.phoneNumber());
      case Content.Poll(String question, List<String> options) ->
          bracketed("poll", question, String.join(" / ", options));
      case Content.Dice(String emoji, long value) -> bracketed("dice", emoji, "shows " + value);
      case Content.Joined _, Content.Left _, Content.MigratedTo _, Content.MigratedFrom _ -> "";
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

  /** One word for a file. */
  static String kind(Content.Media media) {
    return switch (media) {
      case Content.Photo _ -> "photo";
      case Content.Document _ -> "document";
      case Content.Voice _ -> "voice message";
      case Content.Audio _ -> "audio";
      case Content.Video _ -> "video";
      case Content.VideoNote _ -> "video message";
      case Content.Animation _ -> "animation";
      case Content.Sticker _ -> "sticker";
    };
  }

  // ---- groups

  /** What somebody in a group says: who it is matters there. */
  static String by(Speaker speaker, String words) {
    return clip(speaker.name(), MAX_DETAIL) + ": " + words;
  }

  /** What somebody in a group says to others, to be remembered in short. */
  static String aside(Speaker speaker, String words) {
    // On one line, so that nobody can put words into somebody else's mouth.
    return by(speaker, clip(words.replaceAll("\\s+", " "), MAX_ASIDE));
  }

  static String inContext(List<String> asides, String words) {
    return asides.isEmpty()
        ? words
        : "[said in the group before]\n" + String.join("\n", asides) + "\n[said to you]\n" + words;
  }

  /** Shortened, but never inside a character. */
  private static String clip(String text, int most) {
    String stripped = text.strip();
    if (stripped.length() <= most) {
      return stripped;
    }
    int end = Character.isHighSurrogate(stripped.charAt(most - 1)) ? most - 1 : most;
    return stripped.substring(0, end) + "…";
  }
}
