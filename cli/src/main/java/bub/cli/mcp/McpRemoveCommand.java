package bub.cli.mcp;

import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.mcpclient.config.McpServersFile;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub mcp remove}: removes an MCP server and its capabilities. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = "Removes an MCP server and its capabilities.")
final class McpRemoveCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Mixin private McpServerOptions servers = new McpServerOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = McpServerText.Name.class,
      description = "Name of the server.")
  private String name = "";

  McpRemoveCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    McpServersFile file = servers.file(directories.resolve());
    if (!Files.exists(file.path()) || !file.remove(name)) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          file.path() + " names no server " + Screen.oneLine(name) + ".",
          "To see all:  bub mcp list");
    }
    screen.line("Removed " + name + " from " + file.path() + ".");
    return ExitCodes.OK;
  }
}
