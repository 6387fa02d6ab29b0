package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;

/** Answer of one recipient to one message. As JSON it is the result of {@code processMessage}. */
public record Ack(
    boolean success, String message, boolean shouldRetry, int retrySeconds, RawJson payload)
    implements JsonValue {
  public static final int MAX_RETRY_SECONDS = 3_600;

  public Ack {
    retrySeconds = Math.clamp(retrySeconds, 0, MAX_RETRY_SECONDS);
  }

  public static Ack ok(String message) {
    return ok(message, RawJson.EMPTY_OBJECT);
  }

  public static Ack ok(String message, JsonValue payload) {
    return new Ack(true, message, false, 0, payload.toRaw());
  }

  /** Failure that a retry cannot fix. */
  public static Ack failed(String message) {
    return new Ack(false, message, false, 0, RawJson.EMPTY_OBJECT);
  }

  /** Failure that may be gone after {@code seconds}. */
  public static Ack retryIn(int seconds, String message) {
    return new Ack(false, message, true, seconds, RawJson.EMPTY_OBJECT);
  }

  /** Only {@code success} is required; other known fields must have the right type. */
  public static Ack read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    String message = fields.optionalString("message");
    RawJson payload = fields.optionalObject("payload");
    return new Ack(
        fields.bool("success"),
        message == null ? "" : message,
        fields.bool("shouldRetry", false),
        (int) Math.clamp(fields.integer("retrySeconds", 0), 0L, MAX_RETRY_SECONDS),
        payload == null ? RawJson.EMPTY_OBJECT : payload);
  }

  /** Returns a copy that does not retain the frame in which the ack arrived. */
  public Ack detached() {
    return payload.isDetached()
        ? this
        : new Ack(success, message, shouldRetry, retrySeconds, payload.detached());
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject()
        .field("success", success)
        .field("message", message)
        .field("shouldRetry", shouldRetry)
        .field("retrySeconds", retrySeconds)
        .field("payload", payload)
        .endObject();
  }
}
