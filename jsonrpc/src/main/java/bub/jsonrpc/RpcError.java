package bub.jsonrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Error of a request: a code for programs, a message for people, data for both. */
public record RpcError(int code, String message, @Nullable JsonValue data) implements JsonValue {
  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  private static final int LONGEST_NAME = 64;

  public static RpcError of(int code, String message) {
    return new RpcError(code, message, null);
  }

  public static RpcError parseError(String detail) {
    return of(PARSE_ERROR, "Parse error: " + detail);
  }

  public static RpcError invalidRequest(String detail) {
    return of(INVALID_REQUEST, "Invalid Request: " + detail);
  }

  public static RpcError methodNotFound(String method) {
    // Shorten the name, which may be as long as the whole message.
    String shown =
        method.length() <= LONGEST_NAME ? method : method.substring(0, LONGEST_NAME) + "…";
    return of(METHOD_NOT_FOUND, "Method not found: " + shown);
  }

  public static RpcError invalidParams(String detail) {
    return of(INVALID_PARAMS, "Invalid params: " + detail);
  }

  public static RpcError internalError() {
    return of(INTERNAL_ERROR, "Internal error");
  }

  /** Returns the same error with a machine-readable {@code data.reason}. */
  public RpcError because(String reason) {
    return new RpcError(
        code, message, out -> out.beginObject().field("reason", reason).endObject());
  }

  /** Returns the {@code data.reason} of a received error, or null when it has none. */
  public @Nullable String reason() {
    RawJson details = data == null ? null : data.toRaw();
    RawJson reason =
        details == null || !details.isObject() ? null : details.fields().find("reason");
    return reason == null || !reason.isString() ? null : reason.asString();
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("code", code).field("message", message);
    out.optional("data", data).endObject();
  }
}
