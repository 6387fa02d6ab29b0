package bub.channel.telegram.api;

import bub.channel.telegram.api.MessageOrigin.FromChat;
import bub.channel.telegram.api.MessageOrigin.FromElsewhere;
import bub.channel.telegram.api.MessageOrigin.FromHidden;
import bub.channel.telegram.api.MessageOrigin.FromUser;
import bub.json.InvalidField;
import bub.protocol.message.ChatId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of messages in Telegram's JSON. Only the message number and the chat are mandatory. */
final class MessageReader {
  private static final long LATEST_SECOND = 253_402_300_799L; // the end of the year 9999
  private static final int LONGEST_TEXT = 1_000_000;

  private MessageReader() {}

  static TelegramMessage message(LenientJson json) {
    LenientJson answered = json.object("reply_to_message");
    return message(json, answered == null ? null : replyTo(answered));
  }

  /** An unreadable quoted message counts as absent, so that the reply is not lost. */
  private static @Nullable TelegramMessage replyTo(LenientJson json) {
    try {
      return message(json, null);
    } catch (InvalidField broken) {
      return null;
    }
  }

  private static TelegramMessage message(LenientJson json, @Nullable TelegramMessage replyTo) {
    Long id = json.number("message_id");
    TelegramChat chat = chat(json.object("chat"));
    if (id == null || chat == null) {
      throw new InvalidField("message", "must have a message_id and a chat");
    }
    String text = json.text("text");
    LenientJson quote = json.object("quote");
    return new TelegramMessage(
        id,
        instant(json.number("date", 0)),
        chat,
        user(json.object("from")),
        chat(json.object("sender_chat")),
        json.flag("is_topic_message") ? json.number("message_thread_id") : null,
        text == null ? json.text("caption") : text,
        entities(json.objects(text == null ? "caption_entities" : "entities")),
        ContentReader.content(json),
        replyTo,
        quote == null ? null : quote.text("text"),
        origin(json.object("forward_origin")),
        json.text("media_group_id"),
        editDate(json.number("edit_date")));
  }

  private static Instant instant(long seconds) {
    return Instant.ofEpochSecond(Math.clamp(seconds, 0, LATEST_SECOND));
  }

  private static @Nullable Instant editDate(@Nullable Long seconds) {
    return seconds == null ? null : instant(seconds);
  }

  static @Nullable TelegramUser user(@Nullable LenientJson json) {
    Long id = json == null ? null : json.number("id");
    return json == null || id == null
        ? null
        : new TelegramUser(
            id,
            json.flag("is_bot"),
            json.text("first_name", ""),
            json.text("last_name"),
            json.text("username"),
            json.text("language_code"));
  }

  static @Nullable TelegramChat chat(@Nullable LenientJson json) {
    ChatId id = json == null ? null : chatId(json, "id");
    return json == null || id == null
        ? null
        : new TelegramChat(
            id,
            TelegramChat.Type.named(json.text("type")),
            json.text("title"),
            json.text("username"));
  }

  static @Nullable ChatId chatId(LenientJson json, String name) {
    Long id = json.number(name);
    return id == null ? null : new ChatId(Long.toString(id));
  }

  private static List<MessageEntity> entities(List<LenientJson> list) {
    var entities = new ArrayList<MessageEntity>();
    for (LenientJson json : list) {
      long offset = json.number("offset", -1);
      long length = json.number("length", -1);
      String type = json.text("type");
      if (type != null && fits(offset, length)) {
        entities.add(
            new MessageEntity(
                type,
                (int) offset,
                (int) length,
                json.text("url"),
                json.text("language"),
                user(json.object("user"))));
      }
    }
    return entities;
  }

  private static boolean fits(long offset, long length) {
    return offset >= 0 && length > 0 && offset <= LONGEST_TEXT && length <= LONGEST_TEXT;
  }

  private static @Nullable MessageOrigin origin(@Nullable LenientJson json) {
    if (json == null) {
      return null;
    }
    TelegramUser user = user(json.object("sender_user"));
    if (user != null) {
      return new FromUser(user);
    }
    String name = json.text("sender_user_name");
    if (name != null) {
      return new FromHidden(name);
    }
    TelegramChat channel = chat(json.object("chat"));
    TelegramChat chat = channel == null ? chat(json.object("sender_chat")) : channel;
    return chat == null
        ? new FromElsewhere()
        : new FromChat(chat, json.number("message_id"), json.text("author_signature"));
  }
}
