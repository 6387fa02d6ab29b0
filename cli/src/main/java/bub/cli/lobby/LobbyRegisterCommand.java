package bub.cli.lobby;

import bub.cli.option.AddressText;
import bub.cli.option.InputFile;
import bub.cli.reach.ConnectOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Screen screen;

  @Mixin private ConnectOptions bus = new ConnectOptions();

  @Option(
      names = "--id",
      required = true,
      paramLabel = "ID",
      converter = AddressText.class,
      description = "Address of the agent.")
  private String id = "";

  @Option(
      names = "--lobby-token-file",
      paramLabel = "FILE",
      description = "File with the token of the id (default: a file in the state directory).")
  private @Nullable Path lobbyTokenFile;

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
    Path tokenFile = lobbyTokenFile == null ? bus.lobbyToken(id) : lobbyTokenFile;
    try (BusClient client = bus.client(new Address(id))) {
      LobbyClient lobby = LobbyClient.of(client, LobbyToken.file(tokenFile));
      lobby.offer(offered, input -> new CapabilityProgram(command, offered).run(input));
      client.connect();
      if (!lobby.awaitRegistered(PATIENCE)) {
        throw new CommandFailure(ExitCodes.UNAVAILABLE, "The lobby does not answer.");
      }
      screen.line(id + " offers " + offered.name() + ". Press Ctrl-C to stop.");
      screen.hint("To try it:  bub lobby call " + offered.name());
      screen.hint("The token of the id is in " + tokenFile);
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
