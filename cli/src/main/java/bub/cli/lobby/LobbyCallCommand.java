package bub.cli.lobby;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cli.option.AddressText;
import bub.cli.reach.CallerOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.client.BusClient;
import bub.client.lobby.CallRefused;
import bub.client.lobby.CapabilityRequest;
import bub.client.lobby.LobbyClient;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.CallError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub lobby call}: calls a capability once and prints its output. */
@Command(
    name = "call",
    mixinStandardHelpOptions = true,
    description = "Calls a capability and prints the answer as JSON.",
    footer = {
      "",
      "Exit codes: 0 success, 1 failed or refused, 2 no agent is online that offers it.",
      "",
      "Examples:",
      "",
      "  bub lobby call find_price --input '{\"item\":\"pen\"}'",
      "  bub lobby call 'find_price@^2' --agent agent:prices --input @query.json"
    })
final class LobbyCallCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(
      names = "--input",
      defaultValue = "{}",
      paramLabel = "JSON",
      description =
          "Input of the call: a JSON object, @FILE, or - for standard input (default: {}).")
  private String input = "";

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Call this agent (default: the online agent with the least to do).")
  private @Nullable String agent;

  @Option(
      names = "--as",
      paramLabel = "ID",
      converter = AddressText.class,
      description = "Call as this id, for capabilities with authorized callers; needs its token.")
  private @Nullable String as;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Wait at most this long (default: slightly longer than the bus waits).")
  private @Nullable Duration timeout;

  @Parameters(paramLabel = "CAPABILITY", description = "Name of the capability, or NAME@RANGE.")
  private String capability = "";

  LobbyCallCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    RawJson query = input();
    try (BusClient client = bus.client(as)) {
      LobbyClient lobby = LobbyClient.of(client);
      client.connect();
      screen.line(request(lobby).call(query).toString());
      return ExitCodes.OK;
    } catch (CallRefused refused) {
      screen.problem(String.valueOf(refused.getMessage()));
      refused
          .violations()
          .forEach(violation -> screen.hint(violation.path() + "  " + violation.problem()));
      return exitCode(refused.code());
    }
  }

  private CapabilityRequest request(LobbyClient lobby) {
    CapabilityRequest request =
        lobby
            .request(capability)
            .onProgress(
                news -> screen.errorWriter().println(screen.dim(Screen.oneLine(news.toString()))));
    if (timeout != null) {
      request = request.within(timeout);
    }
    return agent == null ? request : request.to(new Address(agent));
  }

  private static int exitCode(@Nullable CallError error) {
    return switch (error) {
      case CAPABILITY_NOT_FOUND, AGENT_OFFLINE -> ExitCodes.NOBODY_LISTENS;
      case null, default -> ExitCodes.FAILED;
    };
  }

  private RawJson input() throws IOException, CommandFailure {
    String text = input;
    if (input.equals("-")) {
      text = new String(System.in.readAllBytes(), UTF_8);
    } else if (input.startsWith("@")) {
      text = Files.readString(Path.of(input.substring(1)));
    }
    try {
      RawJson json = RawJson.parse(text);
      if (json.isObject()) {
        return json;
      }
    } catch (InvalidJson odd) {
      throw new CommandFailure(ExitCodes.USAGE, "--input is not JSON: " + odd.getMessage());
    }
    throw new CommandFailure(
        ExitCodes.USAGE, "--input must be an object", "such as  --input '{\"item\":\"pen\"}'");
  }
}
