package bub.cli.mcp;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.option.NetworkUrl.WebUrl;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.mcpclient.config.McpServersFile;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub mcp add}: adds an MCP server whose tools agents may call. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = "Adds an MCP server, whose tools become capabilities.",
    footer = {
      "",
      "The tools are NAME.TOOL in the lobby. A running bub starts the server within",
      "a second. Relative paths in the arguments (./notes) become absolute.",
      "",
      "Examples:",
      "",
      "  bub mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes",
      "  bub mcp add docs --url https://mcp.example.com/mcp --header 'X-Team: blue'",
      "  bub mcp add github --env 'TOKEN=${GITHUB_TOKEN}' -- github-mcp-server stdio"
    })
final class McpAddCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Mixin private McpServerOptions servers = new McpServerOptions();

  @Option(
      names = "--url",
      paramLabel = "URL",
      converter = WebUrl.class,
      description = "URL of a server that runs elsewhere.")
  private @Nullable URI url;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      converter = McpServerText.Header.class,
      description = "HTTP header for --url. Write a secret as $${VARIABLE}.")
  private List<String> headers = List.of();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      converter = McpServerText.Variable.class,
      description = "Variable for COMMAND. Write a secret as $${VARIABLE}.")
  private List<String> environment = List.of();

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description =
          "File or directory that the sandbox of COMMAND lets it change, besides directories among"
              + " its arguments.")
  private List<Path> paths = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      converter = PositiveNumber.class,
      description = "Maximum time for an answer of a tool (default: 60).")
  private @Nullable Integer timeout;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = McpServerText.Name.class,
      description = "Name of the server.")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "Program of the server, with its arguments, after --.")
  private List<String> command = List.of();

  McpAddCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    if (command.isEmpty() == (url == null)) {
      throw new CommandFailure(
          ExitCodes.USAGE,
          "Name the program of the server or its URL.",
          "For a program:  bub mcp add " + name + " -- COMMAND",
          "For a URL:  bub mcp add " + name + " --url URL");
    }
    BubDirectories places = directories.resolve();
    places.create();
    McpServersFile file = servers.file(places);
    JsonValue server = server();
    try {
      if (file.names().contains(name)) {
        throw new CommandFailure(
            ExitCodes.FAILED,
            file.path() + " names a server " + Screen.oneLine(name) + " already.",
            "To replace it, remove it first:  bub mcp remove " + name);
      }
      file.put(name, server);
    } catch (InvalidField wrong) {
      throw new CommandFailure(ExitCodes.USAGE, String.valueOf(wrong.getMessage()));
    }
    screen.line("Added " + name + " to " + file.path() + ".");
    screen.hint("To try it once:  bub mcp test " + name);
    screen.hint("To see its state while bub runs:  bub mcp list");
    return ExitCodes.OK;
  }

  private JsonValue server() {
    Map<String, String> variables = pairs(environment, '=');
    Map<String, String> fields = pairs(headers, ':');
    return out -> {
      out.beginObject();
      if (url != null) {
        out.field("type", "http").field("url", url.toString());
        object(out, "headers", fields);
      } else {
        out.field("command", absolute(command.getFirst())).name("args").beginArray();
        command.stream().skip(1).map(McpAddCommand::absolute).forEach(out::value);
        out.endArray();
        object(out, "env", variables);
      }
      if (!paths.isEmpty()) {
        out.name("paths").beginArray();
        paths.forEach(path -> out.value(path.toAbsolutePath().normalize().toString()));
        out.endArray();
      }
      if (timeout != null) {
        out.field("timeoutSeconds", timeout);
      }
      out.endObject();
    };
  }

  private static void object(JsonWriter out, String name, Map<String, String> members) {
    if (!members.isEmpty()) {
      out.name(name).beginObject();
      members.forEach(out::field);
      out.endObject();
    }
  }

  /** The server starts in a directory of its own. */
  private static String absolute(String argument) {
    boolean isRelative =
        argument.equals(".")
            || argument.equals("..")
            || argument.startsWith("./")
            || argument.startsWith("../");
    return isRelative ? Path.of(argument).toAbsolutePath().normalize().toString() : argument;
  }

  private static Map<String, String> pairs(List<String> texts, char separator) {
    var pairs = new LinkedHashMap<String, String>();
    for (String text : texts) {
      int at = text.indexOf(separator);
      String value = text.substring(at + 1);
      pairs.put(text.substring(0, at).strip(), separator == ':' ? value.strip() : value);
    }
    return pairs;
  }
}
