package bub.testkit;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Reaction of a {@link FakeBotApi} to one call. */
public sealed interface FakeBotApiAnswer {

  /** Behaves like Telegram. */
  record Usual() implements FakeBotApiAnswer {}

  record Body(int status, String contentType, String body) implements FakeBotApiAnswer {}

  /** Behaves like Telegram, but closes the connection in the middle of the response. */
  record Cut() implements FakeBotApiAnswer {}

  /** Sends nothing while the server lives. */
  record Silence() implements FakeBotApiAnswer {}

  record Held(CountDownLatch until, FakeBotApiAnswer answer) implements FakeBotApiAnswer {}

  static FakeBotApiAnswer usual() {
    return new Usual();
  }

  static Body refuses(int code, String description) {
    return refuses(code, description, _ -> {});
  }

  private static Body refuses(int code, String description, Consumer<JsonWriter> parameters) {
    JsonWriter out = new JsonWriter().beginObject().field("ok", false).field("error_code", code);
    out.field("description", description).name("parameters").beginObject();
    parameters.accept(out);
    return new Body(code, "application/json", out.endObject().endObject().toString());
  }

  static FakeBotApiAnswer tooManyRequests(long retryAfterSeconds) {
    return refuses(
        429,
        "Too Many Requests: retry after " + retryAfterSeconds,
        out -> out.field("retry_after", retryAfterSeconds));
  }

  static FakeBotApiAnswer blocked() {
    return refuses(403, "Forbidden: bot was blocked by the user");
  }

  static FakeBotApiAnswer chatNotFound() {
    return refuses(400, "Bad Request: chat not found");
  }

  static FakeBotApiAnswer cannotParse() {
    return refuses(400, "Bad Request: can't parse entities: Can't find end of the entity");
  }

  static FakeBotApiAnswer migratedTo(long chat) {
    return refuses(
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        out -> out.field("migrate_to_chat_id", chat));
  }

  static FakeBotApiAnswer broken() {
    return refuses(500, "Internal Server Error");
  }

  /** Answers with an HTML page, like a proxy in between. */
  static FakeBotApiAnswer page(int status) {
    String page = "<!DOCTYPE html><h1>It works!</h1>".repeat(100);
    return new Body(status, "text/html; charset=utf-8", page);
  }

  static FakeBotApiAnswer cut() {
    return new Cut();
  }

  static FakeBotApiAnswer hangs() {
    return new Silence();
  }

  static FakeBotApiAnswer waitsFor(CountDownLatch latch, FakeBotApiAnswer answer) {
    return new Held(latch, answer);
  }

  static Body ok(JsonValue result) {
    RawJson raw = result.toRaw();
    return new Body(200, "application/json", "{\"ok\":true,\"result\":" + raw + "}");
  }
}
