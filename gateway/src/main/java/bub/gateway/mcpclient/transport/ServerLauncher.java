package bub.gateway.mcpclient.transport;

import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import java.io.IOException;
import java.nio.file.Path;

/** Starter of the processes of MCP servers. */
@FunctionalInterface
public interface ServerLauncher {
  /**
   * Starts the program with pipes for its input, output and errors.
   *
   * @param workspace directory of this server, which exists
   */
  Process start(McpServerEntry server, Program program, Path workspace) throws IOException;
}
