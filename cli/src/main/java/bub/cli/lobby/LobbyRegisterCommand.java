package bub.cli.lobby;

import bub.cli.option.InputFile;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub lobby register}: turns any program into an agent that offers a capability. */
@Command(
    name = "register",
    mixinStandardHelpOptions = true,
    description = "Offers a capability and runs a program for each call.",
    footer = {
      "",
      "The program reads the input (JSON) from standard input and prints the output, a",
      "JSON object. If its exit code is not 0, the caller gets the last line of its",
      "standard error. The command runs until Ctrl-C. It stores the token of the id in",
      "a file and reuses it.",
      "",
      "Example:",
      "",
      "  bub lobby register --id agent:clock clock.json -- date '+{\"now\":\"%%c\"}'"
    })
final class LobbyRegisterCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Screen screen;

  @Mixin private LobbyIdentity agent = new LobbyIdentity();

  @Parameters(
      index = "0",
      paramLabel = "CAPABILITY.json",
      converter = InputFile.class,
      description = "File with name, description, input_schema and output_schema.")
  private Path capability = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "Program to run, with its arguments.")
  private List<String> command = List.of();

  LobbyRegisterCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Capability offered = capability();
    try (BusClient client = agent.client()) {
      LobbyClient lobby = agent.lobby(client);
      lobby.offer(offered, input -> new CapabilityProgram(command, offered).run(input));
      client.connect();
      if (!lobby.awaitRegistered(TIMEOUT)) {
        throw new CommandFailure(ExitCodes.UNAVAILABLE, "The lobby does not answer.");
      }
      screen.line(agent.id() + " offers " + offered.name() + ". Press Ctrl-C to stop.");
      screen.hint("To try it:  bub lobby call " + offered.name());
      screen.hint("The token of the id is in " + agent.tokenFile());
      new CountDownLatch(1).await();
    }
    return ExitCodes.OK;
  }

  private Capability capability() throws IOException, CommandFailure {
    try {
      return Capability.read(RawJson.parse(Files.readString(capability)));
    } catch (InvalidJson | InvalidField odd) {
      throw new CommandFailure(ExitCodes.USAGE, capability + ": " + odd.getMessage());
    }
  }
}
