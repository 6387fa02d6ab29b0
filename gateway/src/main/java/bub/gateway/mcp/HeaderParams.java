package bub.gateway.mcp;

import bub.channel.http.MountedCall;
import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import org.jspecify.annotations.Nullable;

/**
 * Check of the arguments that a request that stands alone repeats in its headers. It protects
 * proxies, so a client on standard input needs none.
 */
final class HeaderParams {
  private static final String PREFIX = "Mcp-Param-";
  private static final String KEYWORD = "x-mcp-header";

  private HeaderParams() {}

  /** The schema of a tool names the headers. */
  static void check(MountedCall call, RawJson inputSchema, RawJson arguments) throws RpcException {
    RawJson properties = inputSchema.fields().find("properties");
    boolean isBridge = call.header(StatelessEnvelope.BRIDGE_HEADER) != null;
    if (isBridge || properties == null || !properties.isObject()) {
      return;
    }
    Fields fields = properties.fields();
    for (int i = 0; i < fields.count(); i++) {
      RawJson property = fields.value(i);
      RawJson header = property.isObject() ? property.fields().find(KEYWORD) : null;
      if (header != null && header.isString()) {
        check(call, PREFIX + header.asString(), arguments.fields().find(fields.name(i)));
      }
    }
  }

  private static void check(MountedCall call, String header, @Nullable RawJson argument)
      throws RpcException {
    String given = call.header(header);
    boolean isSame =
        argument == null || argument.isNull()
            ? given == null
            : text(argument).equals(StatelessEnvelope.decoded(given));
    if (!isSame) {
      throw new RpcException(McpErrors.headerMismatch(header));
    }
  }

  private static String text(RawJson argument) {
    return argument.isString() ? argument.asString() : argument.toString();
  }
}
