package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.mcpclient.ContractBudget;
import bub.gateway.mcpclient.McpConnection;
import bub.gateway.mcpclient.McpFailure;
import bub.gateway.mcpclient.RemoteTool;
import bub.gateway.mcpclient.RemoteToolList;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.json.JsonWriter;
import bub.protocol.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub mcp test}: starts an MCP server once and lists its tools, without a bus. */
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    description = "Starts an MCP server once, without a sandbox, and lists its tools.",
    footer = {"", "Exit codes: 0 it works, 1 it does not, 78 its configuration is wrong."})
final class McpTestCommand implements Callable<Integer> {
  private static final Duration START = Duration.ofSeconds(60);
  private static final int LONGEST_DESCRIPTION = 100;

  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Mixin private McpServerOptions servers = new McpServerOptions();

  @Option(names = "--json", description = "Print one JSON object per tool.")
  private boolean json;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = McpServerText.Name.class,
      description = "Name of the server.")
  private String name = "";

  McpTestCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories places = directories.resolve();
    McpServerEntry server = servers.server(places, name);
    var connections = McpServerWiring.connections(places, new PlainLauncher());
    RemoteToolList listed;
    try (McpConnection connection = connections.open(server, START, McpConnection.Listener.NONE)) {
      listed = connection.tools();
    } catch (McpFailure failed) {
      throw new CommandFailure(
          failed.remedy() == McpFailure.Remedy.RETRY ? ExitCodes.FAILED : ExitCodes.CONFIG,
          Screen.oneLine(failed.text()));
    }
    List<RemoteTool> tools = listed.tools();
    tools.forEach(this::show);
    Stream.concat(
            listed.remarks().stream(), ContractBudget.remarks(server, listed.tools()).stream())
        .forEach(screen::remark);
    if (!json) {
      screen.line(
          name + " works and has " + tools.size() + (tools.size() == 1 ? " tool." : " tools."));
    }
    return ExitCodes.OK;
  }

  private void show(RemoteTool tool) {
    if (json) {
      JsonWriter out = new JsonWriter().beginObject().field("name", tool.name());
      out.field("description", tool.description()).field("inputSchema", tool.inputSchema());
      screen.line(out.optional("outputSchema", tool.outputSchema()).endObject().toString());
      return;
    }
    screen.line(
        "  "
            + screen.bold(Screen.oneLine(tool.name()))
            + screen.dim("  " + PlainText.oneLine(tool.description(), LONGEST_DESCRIPTION)));
  }
}
