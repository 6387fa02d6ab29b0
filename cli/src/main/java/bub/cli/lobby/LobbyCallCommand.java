package bub.cli.lobby;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cli.connect.CallerOptions;
import bub.cli.option.InputFile;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.CapabilityRequest;
import bub.client.lobby.LobbyClient;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.InputRequired;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code bub lobby call}: calls a capability once and prints its output. */
@Command(
    name = "call",
    mixinStandardHelpOptions = true,
    description = "Calls a capability and prints the answer as JSON.",
    footer = {
      "",
      "Exit codes: 0 success, 1 failed or refused, 2 no online agent offers it.",
      "",
      "Examples:",
      "",
      "  bub lobby call find_price --input '{\"item\":\"pen\"}'",
      "  bub lobby call 'find_price@^2' --agent agent:prices --input @query.json",
      "  bub lobby call book --input '{\"text\":\"a table\"}' --answer hour=8"
    })
final class LobbyCallCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(200);

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
      names = "--answer",
      paramLabel = "NAME=VALUE",
      converter = CallAnswers.Text.class,
      description =
          "Answer to a question of the provider; may be repeated. On a terminal, bub asks you.")
  private List<String> answers = List.of();

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Call this agent (default: the least busy online agent).")
  private @Nullable String agent;

  @Option(
      names = "--as",
      paramLabel = "ID",
      converter = AddressText.class,
      description =
          "Call with this id and its token, for capabilities that restrict their callers.")
  private @Nullable String as;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Wait up to this long (default: slightly longer than the bus waits).")
  private @Nullable Duration timeout;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Wait up to this long for an online agent that offers the capability.")
  private Duration wait = Duration.ZERO;

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
      screen.line(callWithAnswers(lobby, query).toString());
      return ExitCodes.OK;
    } catch (CallRefused refused) {
      screen.problem(String.valueOf(refused.getMessage()));
      refused
          .violations()
          .forEach(violation -> screen.hint(violation.path() + "  " + violation.problem()));
      InputRequired asked = refused.input();
      if (asked != null) {
        CallAnswers.names(asked)
            .forEach(name -> screen.hint("To answer:  --answer " + name + "=…"));
      }
      return isUnoffered(refused.code()) ? ExitCodes.NOBODY_LISTENS : ExitCodes.FAILED;
    }
  }

  private RawJson callWithAnswers(LobbyClient lobby, RawJson query)
      throws CallRefused, NoAnswer, InterruptedException {
    CallAnswers given = CallAnswers.of(answers, screen);
    RawJson next = query;
    while (true) {
      try {
        return callWhenOffered(lobby, next);
      } catch (CallRefused refused) {
        InputRequired asked = refused.input();
        RawJson answered = asked == null ? null : given.next(next, asked);
        if (answered == null) {
          throw refused;
        }
        next = answered;
      }
    }
  }

  private RawJson callWhenOffered(LobbyClient lobby, RawJson query)
      throws CallRefused, NoAnswer, InterruptedException {
    long giveUpAt = System.nanoTime() + wait.toNanos();
    while (true) {
      try {
        return request(lobby).call(query);
      } catch (CallRefused refused) {
        if (!isUnoffered(refused.code()) || System.nanoTime() - giveUpAt >= 0) {
          throw refused;
        }
        Thread.sleep(POLL);
      }
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

  private static boolean isUnoffered(@Nullable CallError error) {
    return error == CallError.CAPABILITY_NOT_FOUND || error == CallError.AGENT_OFFLINE;
  }

  private static Path file(String name) throws CommandFailure {
    try {
      return new InputFile().convert(name);
    } catch (TypeConversionException unusable) {
      throw new CommandFailure(ExitCodes.USAGE, "--input: " + unusable.getMessage());
    }
  }

  private RawJson input() throws IOException, CommandFailure {
    String text = input;
    if (input.equals("-")) {
      text = new String(System.in.readAllBytes(), UTF_8);
    } else if (input.startsWith("@")) {
      text = Files.readString(file(input.substring(1)));
    }
    try {
      RawJson json = RawJson.parse(text);
      if (json.isObject()) {
        return json;
      }
    } catch (InvalidJson odd) {
      throw new CommandFailure(ExitCodes.USAGE, "--input is not valid JSON: " + odd.getMessage());
    }
    throw new CommandFailure(
        ExitCodes.USAGE,
        "--input must be a JSON object.",
        "Example:  --input '{\"item\":\"pen\"}'");
  }
}
