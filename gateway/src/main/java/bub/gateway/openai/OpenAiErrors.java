package bub.gateway.openai;

import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Duration;

/** Errors in the format that clients of this protocol expect. */
final class OpenAiErrors {
  private OpenAiErrors() {}

  static HttpReply reply(HttpRefusal refusal) {
    HttpReply reply = HttpReply.json(refusal.status(), body(refusal));
    Duration wait = refusal.retryAfter();
    if (wait != null) {
      reply = reply.with("Retry-After", String.valueOf(Math.max(1, wait.toSeconds())));
    }
    if (refusal.status() == 401) {
      reply = reply.with("WWW-Authenticate", "Bearer");
    }
    // The official clients repeat a failed request by themselves, which would ask the agent again.
    return refusal.status() >= 500 && wait == null ? reply.with("X-Should-Retry", "false") : reply;
  }

  static byte[] body(HttpRefusal refusal) {
    JsonWriter out = new JsonWriter().beginObject().name("error").beginObject();
    out.field("message", refusal.text()).field("type", type(refusal.status()));
    out.field("param", RawJson.NULL).field("code", code(refusal));
    return out.endObject().endObject().toByteArray();
  }

  private static String type(int status) {
    if (status == 429) {
      return "rate_limit_error";
    }
    return status >= 500 ? "server_error" : "invalid_request_error";
  }

  private static String code(HttpRefusal refusal) {
    return switch (refusal.status()) {
      case 401 -> "invalid_api_key";
      case 429 -> "rate_limit_exceeded";
      default -> refusal.reason();
    };
  }
}
