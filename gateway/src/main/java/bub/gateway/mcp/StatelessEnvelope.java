package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.MountedCall;
import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Description of the client in a request that stands alone: in its body, and again in its headers.
 */
record StatelessEnvelope(
    String clientName, ClientFeatures features, @Nullable McpLogLevel logLevel) {
  static final String VERSION_HEADER = "MCP-Protocol-Version";

  /** Sent by our bridge, which does not know the schemas of tools. */
  static final String BRIDGE_HEADER = "Bub-Bridge";

  private static final String METHOD_HEADER = "Mcp-Method";
  private static final String NAME_HEADER = "Mcp-Name";
  private static final String PREFIX = "io.modelcontextprotocol/";
  private static final String VERSION = PREFIX + "protocolVersion";
  private static final String CAPABILITIES = PREFIX + "clientCapabilities";
  private static final String CLIENT = PREFIX + "clientInfo";
  private static final String LOG_LEVEL = PREFIX + "logLevel";
  private static final Map<String, String> NAMED =
      Map.of(
          "tools/call",
          "name",
          "prompts/get",
          "name",
          "resources/read",
          "uri",
          "tasks/get",
          "taskId",
          "tasks/update",
          "taskId",
          "tasks/cancel",
          "taskId");
  private static final String ENCODED = "=?base64?";
  private static final String ENCODED_END = "?=";
  private static final String ONLY_PLAIN =
      "must consist of ASCII characters, without spaces at its ends";

  /** True for a request of a revision without sessions, even a wrong one. */
  static boolean isIn(MountedCall call, Message.Request request) {
    String header = call.header(VERSION_HEADER);
    RawJson meta = meta(request);
    return header != null && McpVersions.STATELESS.contains(header)
        || meta != null && meta.fields().has(VERSION);
  }

  static StatelessEnvelope read(MountedCall call, Message.Request request) throws RpcException {
    RawJson meta = meta(request);
    Fields fields = meta == null ? RawJson.EMPTY_OBJECT.fields() : meta.fields();
    RawJson version = fields.find(VERSION);
    if (version == null || !fields.has(CAPABILITIES)) {
      throw new RpcException(
          RpcError.invalidParams("_meta: must have " + VERSION + " and " + CAPABILITIES));
    }
    String named = version.isString() ? version.asString() : "";
    checkHeaders(call, request, named);
    if (!McpVersions.STATELESS.contains(named)) {
      throw new RpcException(McpErrors.unsupportedVersion(named));
    }
    RawJson client = fields.find(CLIENT);
    String name =
        client != null && client.isObject() ? client.fields().optionalString("name") : null;
    return new StatelessEnvelope(
        name == null ? "" : name,
        ClientFeatures.of(fields.find(CAPABILITIES)),
        McpLogLevel.of(fields.optionalString(LOG_LEVEL)));
  }

  /** A client that contradicts itself is told so first. */
  private static void checkHeaders(MountedCall call, Message.Request request, String version)
      throws RpcException {
    if (!version.equals(call.header(VERSION_HEADER))) {
      throw new RpcException(McpErrors.headerMismatch(VERSION_HEADER));
    }
    if (!request.method().equals(call.header(METHOD_HEADER))) {
      throw new RpcException(McpErrors.headerMismatch(METHOD_HEADER));
    }
    String member = NAMED.get(request.method());
    RawJson name = member == null ? null : params(request).fields().find(member);
    if (name != null
        && name.isString()
        && !name.asString().equals(decoded(call.header(NAME_HEADER)))) {
      throw new RpcException(McpErrors.headerMismatch(NAME_HEADER));
    }
  }

  /**
   * Headers that repeat the body of a request that stands alone; none for other requests. Throws
   * also {@link bub.json.InvalidField}.
   */
  static Map<String, String> headers(Message.Request request) throws RpcException {
    RawJson meta = meta(request);
    String version = meta == null ? null : meta.fields().optionalString(VERSION);
    if (version == null) {
      return Map.of();
    }
    if (!isPlain(version)) {
      throw new RpcException(RpcError.invalidParams(VERSION + ": " + ONLY_PLAIN));
    }
    if (!isPlain(request.method())) {
      throw new RpcException(RpcError.invalidRequest("method: " + ONLY_PLAIN));
    }
    var headers = new HashMap<>(Map.of(VERSION_HEADER, version, METHOD_HEADER, request.method()));
    String member = NAMED.get(request.method());
    String name = member == null ? null : params(request).fields().optionalString(member);
    if (name != null) {
      headers.put(NAME_HEADER, encoded(name));
    }
    return headers;
  }

  private static String encoded(String name) {
    return isPlain(name) && !name.startsWith(ENCODED)
        ? name
        : ENCODED + Base64.getEncoder().encodeToString(name.getBytes(UTF_8)) + ENCODED_END;
  }

  /** True for a text that a header carries as it is. */
  private static boolean isPlain(String text) {
    return text.equals(text.strip())
        && text.chars().allMatch(letter -> letter >= ' ' && letter <= '~');
  }

  /** Null for a header that is missing, or whose encoding is broken. */
  static @Nullable String decoded(@Nullable String header) {
    if (header == null || !header.startsWith(ENCODED) || !header.endsWith(ENCODED_END)) {
      return header;
    }
    try {
      String text = header.substring(ENCODED.length(), header.length() - ENCODED_END.length());
      byte[] bytes = Base64.getDecoder().decode(text);
      // The decoder also accepts a text without its padding.
      return Base64.getEncoder().encodeToString(bytes).equals(text)
          ? new String(bytes, UTF_8)
          : null;
    } catch (IllegalArgumentException | IndexOutOfBoundsException odd) {
      return null;
    }
  }

  static RawJson params(Message.Request request) {
    RawJson params = request.params() == null ? RawJson.EMPTY_OBJECT : request.params().toRaw();
    return params.isObject() ? params : RawJson.EMPTY_OBJECT;
  }

  static @Nullable RawJson meta(Message.Request request) {
    RawJson meta = params(request).fields().find("_meta");
    return meta != null && meta.isObject() ? meta : null;
  }
}
