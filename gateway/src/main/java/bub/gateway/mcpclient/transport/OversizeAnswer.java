package bub.gateway.mcpclient.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Failure of the call whose answer is too long to keep. */
final class OversizeAnswer {
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*([0-9]{1,18})\\s*[,}]");
  private static final int HEAD = 512;

  private OversizeAnswer() {}

  /**
   * Finds the id near the beginning or the end, where writers of JSON put it. A server can only
   * mislead it to fail another call of the same server. Null when there is no id.
   */
  static byte @Nullable [] failure(byte[] beginning, byte[] end) {
    Long id = id(new String(beginning, 0, Math.min(HEAD, beginning.length), ISO_8859_1), false);
    if (id == null) {
      id = id(new String(end, ISO_8859_1), true);
    }
    if (id == null) {
      return null;
    }
    String text = "the answer of the MCP server is longer than " + McpTransport.MAX_TEXT + " bytes";
    return new Message.Failure(RequestId.of(id), RpcError.of(RpcError.INTERNAL_ERROR, text))
        .toRaw()
        .toByteArray();
  }

  private static @Nullable Long id(String part, boolean last) {
    Matcher ids = ID.matcher(part);
    Long found = null;
    while (ids.find()) {
      found = Long.valueOf(ids.group(1));
      if (!last) {
        break;
      }
    }
    return found;
  }
}
