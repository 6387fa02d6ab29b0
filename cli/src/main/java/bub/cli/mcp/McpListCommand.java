package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.mcpclient.McpServerStatus;
import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.gateway.mcpclient.McpStatusFile;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServersFile;
import bub.gateway.mcpclient.config.McpServersFile.Reading;
import bub.json.JsonWriter;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub mcp list}: lists MCP servers and their state. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the MCP servers of bub, with their state while bub runs.")
final class McpListCommand implements Callable<Integer> {
  private static final String NOT_RUNNING = "stopped";

  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Mixin private McpServerOptions servers = new McpServerOptions();

  @Option(names = "--json", description = "Print one JSON object per server.")
  private boolean json;

  McpListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories places = directories.resolve();
    McpServersFile file = servers.file(places);
    Reading reading = file.read(System::getenv);
    if (reading.warning() != null) {
      screen.remark(reading.warning());
    }
    McpStatusFile.Content status = McpStatusFile.in(places.state()).read();
    Map<String, McpServerStatus> states =
        status.isCurrent()
            ? status.servers().stream()
                .collect(Collectors.toMap(McpServerStatus::name, Function.identity()))
            : Map.of();
    var names = new TreeSet<>(reading.problems().keySet());
    reading.servers().forEach(server -> names.add(server.name()));
    for (String name : names) {
      show(name, reading, states.get(name));
    }
    if (names.isEmpty() && !json) {
      screen.line("bub has no MCP servers.");
      screen.hint("To add one:  bub mcp add NAME -- COMMAND");
    } else if (!status.isCurrent() && !json) {
      screen.hint("bub is not running. To start it:  bub up");
    }
    return ExitCodes.OK;
  }

  private void show(String name, Reading reading, @Nullable McpServerStatus state) {
    McpServerEntry entry = reading.find(name);
    String target = entry == null ? "" : entry.target().toString();
    String reason = state == null ? reading.problems().get(name) : state.reason();
    String word =
        state != null ? state.phase().word() : reason == null ? NOT_RUNNING : Phase.FAILED.word();
    if (json) {
      JsonWriter out = new JsonWriter().beginObject().field("name", name).field("state", word);
      out.field("tools", state == null ? 0 : state.tools());
      out.optional("reason", reason).optional("remark", state == null ? null : state.remark());
      out.field("target", target).endObject();
      screen.line(out.toString());
      return;
    }
    boolean isOnline = state != null && state.phase() == Phase.ONLINE;
    String detail = reason != null ? reason : state != null && isOnline ? tools(state) : "";
    screen.line(
        "  "
            + screen.bold(Screen.oneLine("%-16s".formatted(name)))
            + "  "
            + (isOnline ? screen.green("%-8s".formatted(word)) : "%-8s".formatted(word))
            + (detail.isEmpty() ? "" : "  " + Screen.oneLine(detail))
            + screen.dim("  " + Screen.oneLine(target)));
  }

  private static String tools(McpServerStatus state) {
    String count = state.tools() == 1 ? "1 tool" : state.tools() + " tools";
    return state.remark() == null ? count : count + ": " + state.remark();
  }
}
