package bub.cli.lobby;

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

/** {@code bub lobby deregister}: gives up an id and all that it offers. */
@Command(
    name = "deregister",
    mixinStandardHelpOptions = true,
    description = "Gives up an id and all that it offers; anybody may register it afterwards.")
final class LobbyDeregisterCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private ConnectOptions bus = new ConnectOptions();

  @Option(names = "--id", required = true, paramLabel = "ID", description = "Who you are.")
  private String id = "";

  @Option(
      names = "--lobby-token-file",
      paramLabel = "FILE",
      description = "Where the id's token is kept (default: in the state directory).")
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
    screen.line(id + " is free again");
    return ExitCodes.OK;
  }
}
