package bub.channel.telegram.api;

import bub.channel.telegram.api.MessageContent.Animation;
import bub.channel.telegram.api.MessageContent.Audio;
import bub.channel.telegram.api.MessageContent.Contact;
import bub.channel.telegram.api.MessageContent.Dice;
import bub.channel.telegram.api.MessageContent.Document;
import bub.channel.telegram.api.MessageContent.Joined;
import bub.channel.telegram.api.MessageContent.Left;
import bub.channel.telegram.api.MessageContent.Location;
import bub.channel.telegram.api.MessageContent.MigratedFrom;
import bub.channel.telegram.api.MessageContent.MigratedTo;
import bub.channel.telegram.api.MessageContent.Photo;
import bub.channel.telegram.api.MessageContent.Poll;
import bub.channel.telegram.api.MessageContent.Sticker;
import bub.channel.telegram.api.MessageContent.Video;
import bub.channel.telegram.api.MessageContent.VideoNote;
import bub.channel.telegram.api.MessageContent.Voice;
import bub.protocol.message.ChatId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reader of a message's content besides its text. */
final class ContentReader {
  private interface Kind {
    @Nullable MessageContent in(LenientJson message);
  }

  /** Readers in order: Telegram repeats an animation as a document, and a venue as a location. */
  private static final List<Kind> KINDS =
      List.of(
          ContentReader::photo,
          media("animation", (file, json) -> new Animation(file, seconds(json))),
          media("document", (file, _) -> new Document(file)),
          media("voice", (file, json) -> new Voice(file, seconds(json))),
          media("audio", ContentReader::audio),
          media("video", (file, json) -> new Video(file, seconds(json))),
          media("video_note", (file, json) -> new VideoNote(file, seconds(json))),
          media("sticker", ContentReader::sticker),
          ContentReader::location,
          ContentReader::contact,
          ContentReader::poll,
          ContentReader::dice,
          ContentReader::change);

  private ContentReader() {}

  static @Nullable MessageContent content(LenientJson message) {
    for (Kind kind : KINDS) {
      MessageContent found = kind.in(message);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Kind media(String name, BiFunction<MediaFile, LenientJson, MessageContent> kind) {
    return message -> {
      LenientJson json = message.object(name);
      MediaFile file = json == null ? null : file(json);
      return json == null || file == null ? null : kind.apply(file, json);
    };
  }

  private static @Nullable MediaFile file(LenientJson json) {
    String id = json.text("file_id");
    return id == null
        ? null
        : new MediaFile(
            id,
            json.text("file_unique_id", ""),
            json.text("file_name"),
            json.text("mime_type"),
            json.number("file_size"));
  }

  private static long seconds(LenientJson json) {
    return json.number("duration", 0);
  }

  private static @Nullable MessageContent photo(LenientJson message) {
    var sizes = new ArrayList<PhotoSize>();
    for (LenientJson json : message.objects("photo")) {
      MediaFile file = file(json);
      if (file != null) {
        sizes.add(new PhotoSize(file, json.number("width", 0), json.number("height", 0)));
      }
    }
    return sizes.isEmpty() ? null : new Photo(sizes);
  }

  private static MessageContent audio(MediaFile file, LenientJson json) {
    return new Audio(file, seconds(json), json.text("performer"), json.text("title"));
  }

  private static MessageContent sticker(MediaFile file, LenientJson json) {
    return new Sticker(file, json.text("emoji"), json.text("set_name"));
  }

  private static @Nullable MessageContent location(LenientJson message) {
    LenientJson venue = message.object("venue");
    LenientJson place = (venue == null ? message : venue).object("location");
    Double latitude = place == null ? null : place.decimal("latitude");
    Double longitude = place == null ? null : place.decimal("longitude");
    if (latitude == null || longitude == null) {
      return null;
    }
    return new Location(
        latitude,
        longitude,
        venue == null ? null : venue.text("title"),
        venue == null ? null : venue.text("address"));
  }

  private static @Nullable MessageContent contact(LenientJson message) {
    LenientJson json = message.object("contact");
    return json == null
        ? null
        : new Contact(
            json.text("phone_number", ""),
            json.text("first_name", ""),
            json.text("last_name"),
            json.number("user_id"));
  }

  private static @Nullable MessageContent poll(LenientJson message) {
    LenientJson json = message.object("poll");
    return json == null
        ? null
        : new Poll(
            json.text("question", ""),
            json.objects("options").stream().map(option -> option.text("text", "")).toList());
  }

  private static @Nullable MessageContent dice(LenientJson message) {
    LenientJson json = message.object("dice");
    return json == null ? null : new Dice(json.text("emoji", ""), json.number("value", 0));
  }

  private static @Nullable MessageContent change(LenientJson message) {
    ChatId to = MessageReader.chatId(message, "migrate_to_chat_id");
    if (to != null) {
      return new MigratedTo(to);
    }
    ChatId from = MessageReader.chatId(message, "migrate_from_chat_id");
    if (from != null) {
      return new MigratedFrom(from);
    }
    TelegramUser left = MessageReader.user(message.object("left_chat_member"));
    if (left != null) {
      return new Left(left);
    }
    var joined = new ArrayList<TelegramUser>();
    for (LenientJson json : message.objects("new_chat_members")) {
      TelegramUser user = MessageReader.user(json);
      if (user != null) {
        joined.add(user);
      }
    }
    return joined.isEmpty() ? null : new Joined(joined);
  }
}
