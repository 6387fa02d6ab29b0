package bub.gateway.mcpclient;

import bub.client.TimeSource;
import bub.gateway.mcpclient.McpFailure.Remedy;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.transport.FloodGuard;
import bub.gateway.mcpclient.transport.HttpAuthorizer;
import bub.gateway.mcpclient.transport.McpTransport;
import bub.gateway.mcpclient.transport.ServerLauncher;
import bub.gateway.mcpclient.transport.StdioLink;
import bub.gateway.mcpclient.transport.StreamableHttpLink;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BiFunction;

/**
 * Opener of sessions with MCP servers.
 *
 * @param workspaces directory with one directory per server
 * @param authorizers credentials of remote servers
 */
public record McpConnections(
    Path workspaces,
    ServerLauncher launcher,
    BiFunction<McpServerEntry, Remote, HttpAuthorizer> authorizers,
    TimeSource time) {
  private static final Duration AFTER_THE_CALL = Duration.ofSeconds(5);

  /** Starts the server or reaches it, and agrees on a revision with it. */
  public McpConnection open(McpServerEntry server, Duration atMost, McpConnection.Listener listener)
      throws McpFailure, InterruptedException {
    return McpConnection.open(
        server.name(),
        new FloodGuard(link(server), System::nanoTime),
        server.elicitation(),
        atMost,
        listener);
  }

  private McpTransport link(McpServerEntry server) throws McpFailure {
    return switch (server.target()) {
      case Program program -> new StdioLink(server.name(), start(server, program));
      case Remote remote ->
          new StreamableHttpLink(
              remote, authorizers.apply(server, remote), time, longestAnswer(server));
    };
  }

  /** A server that asks is silent while the caller thinks. */
  private static Duration longestAnswer(McpServerEntry server) {
    Duration call = server.callTimeout().plus(AFTER_THE_CALL);
    return server.elicitation() == ElicitationMode.ASK ? call.plus(HeldToolCalls.LONGEST) : call;
  }

  private Process start(McpServerEntry server, Program program) throws McpFailure {
    try {
      Path workspace = PrivateDirectory.create(workspaces.resolve(server.name()));
      return launcher.start(server, program, workspace);
    } catch (IOException failed) {
      throw new McpFailure(
          Remedy.CHANGE_SETTINGS,
          "cannot start " + program.command().getFirst() + ": " + failed.getMessage());
    }
  }
}
