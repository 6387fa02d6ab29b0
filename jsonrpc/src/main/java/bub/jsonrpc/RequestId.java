package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;

/** Id of a request, kept as written so that the answer repeats it exactly. */
public record RequestId(RawJson token) implements JsonValue {
  /** Longest id in bytes, as written. The bus keeps the id until the call is answered. */
  public static final int MAX_LENGTH = 256;

  public static final RequestId NULL = new RequestId(RawJson.NULL);

  public static RequestId of(long number) {
    return new RequestId(((JsonValue) out -> out.value(number)).toRaw());
  }

  public static RequestId of(String text) {
    return new RequestId(((JsonValue) out -> out.value(text)).toRaw());
  }

  /** Copies the id: it lives until the answer and must not retain the whole text. */
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

  /** Returns -1 for other ids; those from {@link PendingCalls} are never negative. */
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
