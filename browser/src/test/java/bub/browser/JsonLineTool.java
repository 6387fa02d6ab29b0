package bub.browser;

import bub.testkit.ChildProcess;
import java.io.IOException;

/** Tool in a process of its own that gets JSON-RPC on its input, as an MCP server does. */
final class JsonLineTool implements AutoCloseable {
  private static final String SERVER =
      """
      while read -r request; do
        sleep 0.12
        echo '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"green tea"}]}}'
      done
      """;

  private final ChildProcess process;

  private JsonLineTool(ChildProcess process) {
    this.process = process;
  }

  static JsonLineTool start() throws IOException {
    return new JsonLineTool(ChildProcess.start(new ProcessBuilder("sh", "-c", SERVER)));
  }

  /** Calls a tool and returns the line of its answer; only once. */
  String call(String tool) throws IOException, InterruptedException {
    process.type(
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{}}}\
        """
            .formatted(tool));
    return process.awaitLine("\"result\"");
  }

  @Override
  public void close() {
    process.close();
  }
}
