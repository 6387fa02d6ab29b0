package bub.gateway.a2a;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.model.A2aError;
import bub.gateway.a2a.model.A2aRefusal;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.jsonrpc.RpcError;
import java.util.Locale;
import java.util.Map;

/** Failed requests in the formats of both bindings. */
final class A2aErrorJson {
  private static final String DOMAIN = "a2a-protocol.org";
  private static final String OWN_DOMAIN = "bub";
  private static final Map<Integer, String> GRPC =
      Map.of(
          400, "INVALID_ARGUMENT",
          401, "UNAUTHENTICATED",
          403, "PERMISSION_DENIED",
          404, "NOT_FOUND",
          405, "UNIMPLEMENTED",
          413, "OUT_OF_RANGE",
          421, "PERMISSION_DENIED",
          429, "RESOURCE_EXHAUSTED",
          503, "UNAVAILABLE",
          504, "DEADLINE_EXCEEDED");

  private A2aErrorJson() {}

  /** A failure, independent of the binding. */
  record Failure(int status, int code, String grpcStatus, String text, JsonValue detail) {
    RpcError rpcError() {
      return new RpcError(code, text, out -> out.beginArray().value(detail).endArray());
    }

    byte[] httpBody() {
      JsonWriter out = new JsonWriter().beginObject().name("error").beginObject();
      out.field("code", status).field("status", grpcStatus).field("message", text);
      out.name("details").beginArray().value(detail).endArray();
      return out.endObject().endObject().toByteArray();
    }
  }

  static Failure of(A2aRefusal refusal) {
    A2aError error = refusal.error();
    return new Failure(
        error.status(),
        error.code(),
        error.grpcStatus(),
        refusal.text(),
        info(error.name(), DOMAIN));
  }

  static Failure of(InvalidField odd) {
    String text = String.valueOf(odd.getMessage());
    JsonValue detail =
        out -> {
          out.beginObject().field("@type", "type.googleapis.com/google.rpc.BadRequest");
          out.name("fieldViolations").beginArray().beginObject();
          out.field("field", field(text)).field("description", text);
          out.endObject().endArray().endObject();
        };
    return new Failure(400, RpcError.INVALID_PARAMS, "INVALID_ARGUMENT", text, detail);
  }

  /** The message of the exception begins with the path of the field. */
  private static String field(String text) {
    int end = text.indexOf(':');
    return end < 0 ? "" : text.substring(0, end);
  }

  static Failure of(HttpRefusal refusal) {
    if (refusal.status() == 415) {
      return of(new A2aRefusal(A2aError.CONTENT_TYPE_NOT_SUPPORTED, refusal.text()));
    }
    int code = refusal.status() >= 500 ? RpcError.INTERNAL_ERROR : RpcError.INVALID_REQUEST;
    String grpcStatus = GRPC.getOrDefault(refusal.status(), "INTERNAL");
    String reason = refusal.reason().toUpperCase(Locale.ROOT);
    return new Failure(
        refusal.status(), code, grpcStatus, refusal.text(), info(reason, OWN_DOMAIN));
  }

  private static JsonValue info(String reason, String domain) {
    return out -> {
      out.beginObject().field("@type", "type.googleapis.com/google.rpc.ErrorInfo");
      out.field("reason", reason).field("domain", domain).endObject();
    };
  }
}
