package bub.console.watch;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Summary of a payload; {@code omittedBytes} is null unless the bus has omitted it. */
public record PayloadGist(
    @Nullable String type, String preview, int bytes, @Nullable Long omittedBytes) {
  private static final int MOST_CHARACTERS = 200;
  // Field that replaces a payload too long for the log's answer.
  private static final String OMITTED = "omittedBytes";
  private static final PayloadGist NONE = new PayloadGist(null, "", 0, null);

  public static PayloadGist of(@Nullable RawJson payload) {
    if (payload == null || !payload.isObject()) {
      return NONE;
    }
    try {
      return of(payload, payload.fields());
    } catch (InvalidField doubled) {
      return new PayloadGist(null, clip(payload.toString()), payload.length(), null);
    }
  }

  private static PayloadGist of(RawJson payload, Fields fields) {
    RawJson omitted = fields.count() == 1 ? fields.find(OMITTED) : null;
    if (omitted != null && omitted.isInteger()) {
      long bytes = omitted.asLong(0);
      return new PayloadGist(null, "", Math.clamp(bytes, 0, Integer.MAX_VALUE), bytes);
    }
    RawJson type = fields.find("type");
    String text = text(fields.find("content"));
    return new PayloadGist(
        type != null && type.isString() ? type.asString() : null,
        clip(text == null ? payload.toString() : text),
        payload.length(),
        null);
  }

  private static @Nullable String text(@Nullable RawJson content) {
    if (content == null || !content.isObject()) {
      return content == null || !content.isString() ? null : content.asString();
    }
    RawJson text = content.fields().find("text");
    return text == null || !text.isString() ? content.toString() : text.asString();
  }

  private static String clip(String text) {
    if (text.length() <= MOST_CHARACTERS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MOST_CHARACTERS - 1)) ? 1 : 0;
    return text.substring(0, MOST_CHARACTERS - end) + "…";
  }
}
