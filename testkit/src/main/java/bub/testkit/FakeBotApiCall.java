package bub.testkit;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** A call that a {@link FakeBotApi} received; parameters of a form become an object too. */
public record FakeBotApiCall(String method, RawJson parameters, @Nullable Upload file, long nanos) {

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

  /** Returns the chat of the call, or 0. */
  public long chat() {
    return number("chat_id");
  }

  /** Returns a parameter that is a number or a numeric string, or 0. */
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
