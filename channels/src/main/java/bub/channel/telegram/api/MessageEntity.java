package bub.channel.telegram.api;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * A formatted range of a text, in UTF-16 units.
 *
 * @param type Telegram's name of the type, see the constants
 * @param user person of a {@link #TEXT_MENTION}, who has no username
 */
public record MessageEntity(
    String type,
    int offset,
    int length,
    @Nullable String url,
    @Nullable String language,
    @Nullable TelegramUser user)
    implements JsonValue {
  public static final String MENTION = "mention";
  public static final String TEXT_MENTION = "text_mention";
  public static final String BOT_COMMAND = "bot_command";
  public static final String BOLD = "bold";
  public static final String ITALIC = "italic";
  public static final String STRIKETHROUGH = "strikethrough";
  public static final String CODE = "code";
  public static final String PRE = "pre";
  public static final String TEXT_LINK = "text_link";
  public static final String BLOCKQUOTE = "blockquote";

  public static MessageEntity of(String type, int offset, int length) {
    return new MessageEntity(type, offset, length, null, null, null);
  }

  public int end() {
    return offset + length;
  }

  public MessageEntity at(int newOffset, int newLength) {
    return new MessageEntity(type, newOffset, newLength, url, language, user);
  }

  /** Empty when the range is outside the text. */
  public String in(String text) {
    boolean inside = offset >= 0 && length >= 0 && length <= text.length() - offset;
    return inside ? text.substring(offset, offset + length) : "";
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("type", type).field("offset", offset).field("length", length);
    out.optional("url", url).optional("language", language).endObject();
  }
}
