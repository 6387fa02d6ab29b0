package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A message to the bot of a {@link FakeBotApi}, with marked commands, mentions and links. */
public final class FakeBotApiMessage {
  private static final long FIRST_SUPERGROUP = -1_000_000_000_000L;
  private static final long DATE = 1_750_000_000;
  private static final Pattern SPECIAL =
      Pattern.compile("(?<=^|\\s)(?:(/[A-Za-z0-9_@]+)|(@[A-Za-z0-9_]{4,})|(https?://\\S+))");

  private final long chat;
  private final FakeBotApiUser from;
  private final Map<String, JsonValue> fields = new LinkedHashMap<>();

  private FakeBotApiMessage(long chat, FakeBotApiUser from) {
    this.chat = chat;
    this.from = from;
  }

  /** Returns a message; a private chat has the id of its user. */
  public static FakeBotApiMessage in(long chat, FakeBotApiUser from) {
    return new FakeBotApiMessage(chat, from);
  }

  public FakeBotApiMessage text(String text) {
    return with("text", out -> out.value(text)).with("entities", out -> writeSpecial(out, text));
  }

  public FakeBotApiMessage caption(String text) {
    return with("caption", out -> out.value(text))
        .with("caption_entities", out -> writeSpecial(out, text));
  }

  public FakeBotApiMessage with(String field, JsonValue value) {
    fields.put(field, value);
    return this;
  }

  public FakeBotApiMessage with(String field, String json) {
    return with(field, RawJson.trusted(json.getBytes(UTF_8)));
  }

  public FakeBotApiMessage forwardedFrom(FakeBotApiUser author) {
    return with(
        "forward_origin",
        out ->
            out.beginObject()
                .field("type", "user")
                .field("date", DATE)
                .field("sender_user", author)
                .endObject());
  }

  /** Makes the message a reply to the first message of a topic, as Telegram does. */
  public FakeBotApiMessage inTopic(long thread) {
    return with("message_thread_id", out -> out.value(thread))
        .with("is_topic_message", out -> out.value(true))
        .with("reply_to_message", out -> writeTopicStart(out, thread));
  }

  private void writeTopicStart(JsonWriter out, long thread) {
    out.beginObject().field("message_id", thread).field("date", DATE).name("chat");
    writeChat(out, chat, from);
    out.name("from").beginObject().field("id", FakeBotApi.BOT_ID).field("is_bot", true);
    out.field("first_name", "Fake").endObject().name("forum_topic_created").beginObject();
    out.field("name", "Topic " + thread).field("icon_color", 7_322_096).endObject().endObject();
  }

  public FakeBotApiMessage inAlbum(String album) {
    return with("media_group_id", out -> out.value(album));
  }

  private static void writeSpecial(JsonWriter out, String text) {
    out.beginArray();
    Matcher special = SPECIAL.matcher(text);
    while (special.find()) {
      String type =
          special.group(1) != null ? "bot_command" : special.group(2) != null ? "mention" : "url";
      out.beginObject().field("type", type).field("offset", special.start());
      out.field("length", special.end() - special.start()).endObject();
    }
    out.endArray();
  }

  long chat() {
    return chat;
  }

  RawJson toJson(long messageId) {
    JsonWriter out = new JsonWriter().beginObject().field("message_id", messageId);
    out.field("date", DATE).field("from", from).name("chat");
    writeChat(out, chat, from);
    fields.forEach(out::field);
    return RawJson.trusted(out.endObject().toByteArray());
  }

  static void writeChat(JsonWriter out, long chat, FakeBotApiUser from) {
    out.beginObject().field("id", chat);
    if (chat > 0) {
      out.field("type", "private").field("first_name", from.firstName());
      out.optional("last_name", from.lastName()).optional("username", from.username());
    } else {
      out.field("type", chat < FIRST_SUPERGROUP ? "supergroup" : "group");
      out.field("title", "Group " + -chat);
    }
    out.endObject();
  }
}
