package bub.cli.lobby;

import bub.cli.option.AddressText;
import bub.cli.reach.ConnectOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.protocol.Address;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub lobby deregister}: removes an id and all its capabilities from the lobby. */
@Command(
    name = "deregister",
    mixinStandardHelpOptions = true,
    description = "Removes an agent and its capabilities from the lobby.")
final class LobbyDeregisterCommand implements Callable<Integer> {
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

  LobbyDeregisterCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Path tokenFile = lobbyTokenFile == null ? bus.lobbyToken(id) : lobbyTokenFile;
    try (BusClient client = bus.client(new Address(id))) {
      LobbyClient lobby = LobbyClient.of(client, LobbyToken.file(tokenFile));
      client.connect();
      lobby.deregister();
    }
    screen.line("Deregistered " + id + ".");
    return ExitCodes.OK;
  }
}
