package bub.bus.activity.file;

import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text form of the parts of an event, the same for watchers and for queries. */
public final class EntryText {
  private static final int MAX_ERROR = 2_000;
  private static final Map<Status, String> WORDS = new EnumMap<>(Status.class);

  static {
    for (Status status : Status.values()) {
      WORDS.put(status, status.word());
    }
  }

  private EntryText() {}

  public static String word(Status status) {
    return WORDS.getOrDefault(status, "");
  }

  public static JsonValue ack(Ack ack, Payloads payloads) {
    return switch (payloads) {
      case FULL -> ack;
      case NONE ->
          out ->
              out.beginObject()
                  .field("success", ack.success())
                  .field("message", ack.message())
                  .field("shouldRetry", ack.shouldRetry())
                  .field("retrySeconds", ack.retrySeconds())
                  .endObject();
    };
  }

  public static @Nullable String error(@Nullable String error) {
    if (error == null || error.length() <= MAX_ERROR) {
      return error;
    }
    return error.substring(0, MAX_ERROR) + "…";
  }

  /** Returns the caller's id of a call without quotes; null for a call without an id. */
  public static @Nullable String rpcId(RequestId id) {
    RawJson token = id.token();
    if (token.isNull()) {
      return null;
    }
    return token.isString() ? token.asString() : token.toString();
  }

  /** Writes an id that reads back as {@link #rpcId}, if possible without creating a string. */
  static void writeRpcId(JsonWriter out, RequestId id) {
    RawJson token = id.token();
    if (token.isNull() || token.isString() || isPlainNumber(token)) {
      out.value(token);
    } else {
      // SQLite would show a fraction or an exponent as a different text if it were a number.
      out.value(token.toString());
    }
  }

  private static boolean isPlainNumber(RawJson token) {
    return token.length() < 19 && token.isInteger() && !token.toString().startsWith("-");
  }
}
