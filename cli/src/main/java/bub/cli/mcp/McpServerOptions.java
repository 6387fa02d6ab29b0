package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.gateway.mcpclient.config.McpServersFile;
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
}
