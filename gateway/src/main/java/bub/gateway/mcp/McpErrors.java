package bub.gateway.mcp;

import bub.json.JsonValue;
import bub.jsonrpc.RpcError;
import java.util.List;

/** Errors that MCP defines beyond JSON-RPC, and the HTTP status of each error. */
final class McpErrors {
  static final int HEADER_MISMATCH = -32020;
  static final int MISSING_CAPABILITY = -32021;
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

  /** {@code names} are members of the client's capabilities. */
  static RpcError missingCapability(List<String> names) {
    JsonValue data =
        out -> {
          out.beginObject().name("requiredCapabilities").beginObject();
          names.forEach(name -> out.name(name).beginObject().endObject());
          out.endObject().endObject();
        };
    String text = "The client must declare: " + String.join(", ", names);
    return new RpcError(MISSING_CAPABILITY, text, data);
  }

  static RpcError missingTasks() {
    JsonValue data =
        out -> {
          out.beginObject().name("requiredCapabilities").beginObject().name("extensions");
          out.beginObject().name(ClientFeatures.TASKS).beginObject().endObject().endObject();
          out.endObject().endObject();
        };
    String text = "The client must declare the extension " + ClientFeatures.TASKS;
    return new RpcError(MISSING_CAPABILITY, text, data);
  }

  static RpcError noResource(String uri) {
    JsonValue data = out -> out.beginObject().field("uri", uri).endObject();
    return new RpcError(RpcError.INVALID_PARAMS, "Resource not found", data);
  }

  /** Status for a request that stands alone. */
  static int status(RpcError error) {
    return switch (error.code()) {
      case RpcError.PARSE_ERROR,
          RpcError.INVALID_REQUEST,
          RpcError.INVALID_PARAMS,
          HEADER_MISMATCH,
          MISSING_CAPABILITY,
          UNSUPPORTED_VERSION ->
          400;
      case RpcError.METHOD_NOT_FOUND -> 404;
      default -> 200;
    };
  }
}
