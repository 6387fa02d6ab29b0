package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;

/** The id of a request, kept as it was written so that the answer repeats it exactly. */
public record RequestId(RawJson token) implements JsonValue {
  /** Longest id in bytes, as it is written: it is kept until the call is answered. */
  public static final int MAX_LENGTH = 256;

  public static final RequestId NULL = new RequestId(RawJson.NULL);

  public static RequestId of(long number) {
    return new RequestId(((JsonValue) out -> out.value(number)).toRaw());
  }

  public static RequestId of(String text) {
    return new RequestId(((JsonValue) out -> out.value(text)).toRaw());
  }

  /** The id in a request: it is kept until the answer, so it must not keep the whole text. */
  static RequestId in(RawJson token) {
    return new RequestId(token.detached());
  }

  static boolean isValid(RawJson token) {
    return token.length() <= MAX_LENGTH && (token.isString() || token.isNumber() || token.isNull());
  }

  static String problemWith(RawJson token) {
    return token.length() > MAX_LENGTH
        ? "must have at most " + MAX_LENGTH + " bytes"
        : "must be a string, a number or null";
  }

  /**
   * The number of this id, or -1: the ids that {@link PendingCalls} gives out are never negative.
   */
  long asNumber() {
    return token.asLong(-1);
  }

  @Override
  public void writeTo(JsonWriter out) {
    token.writeTo(out);
  }

  @Override
  public String toString() {
    return token.toString();
  }
}
