package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.option.WholeNumber.PortNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.TimeSource;
import bub.gateway.mcpclient.McpConnection;
import bub.gateway.mcpclient.McpConnections;
import bub.gateway.mcpclient.McpFailure;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.oauth.LoopbackPrompt;
import bub.gateway.mcpclient.oauth.OAuthAuthorizer;
import bub.gateway.mcpclient.transport.PlainLauncher;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub mcp login}: lets a person log in to a remote MCP server with a browser. */
@Command(
    name = "login",
    mixinStandardHelpOptions = true,
    description = "Logs in to a remote MCP server with a browser.",
    footer = {
      "",
      "Prints the URL of a login page. After the login, the browser returns to a port",
      "of this machine. A running bub uses the new tokens within 15 seconds."
    })
final class McpLoginCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Mixin private McpServerOptions servers = new McpServerOptions();

  @Option(
      names = "--callback-port",
      paramLabel = "PORT",
      converter = PortNumber.class,
      defaultValue = "0",
      description = "Port that the browser returns to (default: any that is free).")
  private int port;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = McpServerText.Name.class,
      description = "Name of the server.")
  private String name = "";

  McpLoginCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories places = directories.resolve();
    McpServerEntry server = servers.server(places, name);
    if (!(server.target() instanceof Remote)) {
      throw new CommandFailure(
          ExitCodes.USAGE, name + " is a program on this machine and needs no login.");
    }
    try (var prompt =
        LoopbackPrompt.open(
            port,
            page -> {
              screen.line("Open this page in a browser on this machine, and log in:");
              screen.line("  " + page);
            },
            PATIENCE)) {
      var connections =
          new McpConnections(
              places.state().resolve("mcp"),
              new PlainLauncher(),
              (_, remote) ->
                  new OAuthAuthorizer(remote, McpServerWiring.tokenFile(places, name), prompt),
              TimeSource.system());
      // The server asks for a token when it answers the first request, or later.
      var patient =
          new McpServerEntry(
              name, server.target(), false, PATIENCE, server.paths(), ElicitationMode.REFUSE);
      try (McpConnection connection =
          connections.open(patient, PATIENCE, McpConnection.Listener.NONE)) {
        int tools = connection.tools().tools().size();
        screen.line(
            "Logged in to " + name + ". It has " + tools + (tools == 1 ? " tool." : " tools."));
      }
    } catch (McpFailure failed) {
      throw new CommandFailure(ExitCodes.FAILED, Screen.oneLine(failed.text()));
    }
    return ExitCodes.OK;
  }
}
