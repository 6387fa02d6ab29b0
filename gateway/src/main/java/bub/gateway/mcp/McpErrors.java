package bub.gateway.mcp;

import bub.json.JsonValue;
import bub.jsonrpc.RpcError;
import java.util.List;

/** Errors that MCP defines beyond JSON-RPC, and the HTTP status of each error. */
final class McpErrors {
  static final int HEADER_MISMATCH = -32020;
  static final int UNSUPPORTED_VERSION = -32022;

  private McpErrors() {}

  static RpcError headerMismatch(String header) {
    return RpcError.of(HEADER_MISMATCH, "The header " + header + " does not match the body.");
  }

  static RpcError unsupportedVersion(String requested) {
    JsonValue data =
        out -> {
          out.beginObject().name("supported").beginArray();
          List<String> all = McpVersions.STATELESS;
          all.forEach(out::value);
          out.endArray().field("requested", requested).endObject();
        };
    return new RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", data);
  }

  /** Status for a request that stands alone. */
  static int status(RpcError error) {
    return switch (error.code()) {
      case RpcError.PARSE_ERROR,
          RpcError.INVALID_REQUEST,
          RpcError.INVALID_PARAMS,
          HEADER_MISMATCH,
          UNSUPPORTED_VERSION ->
          400;
      case RpcError.METHOD_NOT_FOUND -> 404;
      default -> 200;
    };
  }
}
