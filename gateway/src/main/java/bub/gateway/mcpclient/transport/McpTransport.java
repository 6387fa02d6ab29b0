package bub.gateway.mcpclient.transport;

import bub.jsonrpc.Link;
import java.time.Duration;

/** Link to an MCP server, which carries one JSON-RPC message per text. */
public interface McpTransport extends Link {
  /** Longest text that a server may send; longer answers fail their call. */
  int MAX_TEXT = 2 << 20;

  /** Called once, after the server and bub agreed on a revision of MCP. */
  default void agreed(String revision) {}

  /** Waits after {@link #close} until nothing of the server runs any more. */
  default void awaitEnd(Duration atMost) throws InterruptedException {}
}
