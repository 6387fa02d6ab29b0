package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.files.InvalidSettings;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServersFile;
import bub.gateway.mcpclient.config.McpServersFile.Reading;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the file that names MCP servers. */
@InSection(Section.AGENTS)
public final class McpServerOptions {
  @Option(
      names = "--mcp",
      paramLabel = "FILE",
      description =
          "File that names MCP servers whose tools agents may call (default: mcp.json in the state"
              + " directory).")
  private @Nullable Path file;

  public McpServersFile file(BubDirectories directories) {
    return file == null ? McpServersFile.in(directories.state()) : new McpServersFile(file);
  }

  /** Server of this name, which a person asked for. */
  McpServerEntry server(BubDirectories directories, String name)
      throws IOException, CommandFailure, InvalidSettings {
    McpServersFile all = file(directories);
    Reading reading = all.read(System::getenv);
    McpServerEntry server = reading.find(name);
    if (server != null) {
      return server;
    }
    String problem = reading.problems().get(name);
    throw new CommandFailure(
        ExitCodes.CONFIG,
        problem == null
            ? all.path() + " names no server " + Screen.oneLine(name) + "."
            : all.path() + ", " + Screen.oneLine(name + ": " + problem),
        "To see all:  bub mcp list");
  }
}
