package bub.testkit;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * A call that a {@link FakeBotApi} got.
 *
 * @param parameters as an object, also when they came as a form
 * @param file that came with it
 * @param nanos when, on the clock of {@link System#nanoTime}
 */
public record FakeBotApiCall(String method, RawJson parameters, @Nullable Upload file, long nanos) {

  /** A file as it was sent to the bot's server. */
  public static final class Upload {
    private final String name;
    private final byte[] bytes;

    Upload(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    public String name() {
      return name;
    }

    public byte[] bytes() {
      return bytes.clone();
    }

    int size() {
      return bytes.length;
    }
  }

  /** The chat it is about, or 0. */
  public long chat() {
    return number("chat_id");
  }

  /** A number, be it written as one or as text, or 0. */
  long number(String name) {
    RawJson value = parameters.fields().find(name);
    if (value == null) {
      return 0;
    }
    return value.isString() ? Long.parseLong(value.asString()) : value.asLong(0);
  }

  String text(String name) {
    String text = parameters.fields().optionalString(name);
    return text == null ? "" : text;
  }
}
