package bub.cli.lobby;

import bub.cli.connect.ConnectOptions;
import bub.cli.option.ValidText.AddressText;
import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.protocol.Address;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that act as an agent of the lobby: its id, its token and its bus. */
final class LobbyIdentity {
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
  private @Nullable Path tokenFile;

  String id() {
    return id;
  }

  Path tokenFile() {
    return tokenFile == null ? bus.lobbyToken(id) : tokenFile;
  }

  BusClient client() {
    return bus.client(new Address(id));
  }

  LobbyClient lobby(BusClient client) {
    return LobbyClient.of(client, LobbyToken.file(tokenFile()));
  }
}
