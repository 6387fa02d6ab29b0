package bub.bus.openrpc;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.List;

/** Error of a method: the start of its message, and the possible values of its data.reason. */
record OpenRpcError(int code, String message, List<String> reasons) implements JsonValue {
  static final OpenRpcError INVALID_PARAMS = of(RpcError.INVALID_PARAMS, "Invalid params");
  static final OpenRpcError INVALID_REQUEST = of(RpcError.INVALID_REQUEST, "Invalid Request");
  static final OpenRpcError NOT_INITIALIZED = of(ErrorCodes.NOT_INITIALIZED, "Not initialized");
  static final OpenRpcError DRAINING =
      of(ErrorCodes.DRAINING, "The bus is shutting down").because("draining");
  static final OpenRpcError NOT_ADMITTED =
      of(
              ErrorCodes.DRAINING,
              "The bus is shutting down; The cluster cannot accept a connection now")
          .because("draining", "cluster_unavailable");
  static final OpenRpcError LOG_OFF =
      of(RpcError.METHOD_NOT_FOUND, "The activity log is off").because("log_off");
  static final OpenRpcError LOG_BUSY =
      of(ErrorCodes.OVERLOADED, "The activity log is unavailable").because("log_busy");

  static final OpenRpcError UNAUTHENTICATED =
      of(ErrorCodes.UNAUTHENTICATED, "Unauthenticated")
          .because("unauthenticated", "tokens_unavailable");
  static final OpenRpcError TOO_FAST =
      of(ErrorCodes.OVERLOADED, "Rate limit exceeded").because("rate_limited");

  /** One error for three refusals, because the codes of a method must be unique. */
  static final OpenRpcError NOT_DELIVERED =
      of(ErrorCodes.OVERLOADED, "Rate limit exceeded; Loop detected; Turn stopped")
          .because("rate_limited", "loop_detected", "turn_stopped");

  static OpenRpcError of(int code, String message) {
    return new OpenRpcError(code, message, List.of());
  }

  /** Returns the same error with these reasons; invalid params may also have no reason. */
  OpenRpcError because(String... reasons) {
    return new OpenRpcError(code, message, List.of(reasons));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("code", code).field("message", message);
    if (!reasons.isEmpty()) {
      out.name("data").beginObject();
      out.field("reason", OpenRpcSchema.array(reasons.stream().map(OpenRpcSchema::text).toList()))
          .endObject();
    }
    out.endObject();
  }
}
