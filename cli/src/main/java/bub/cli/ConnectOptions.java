package bub.cli;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NotConnected;
import bub.client.TokenSource;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that talks to a bus. */
final class ConnectOptions {
  /** Where a bus is that was told nothing. */
  static final String USUAL_URL = "ws://127.0.0.1:7892";

  @Option(
      names = {"--url", "--bus-url"},
      defaultValue = USUAL_URL,
      description = "Where the bus is (default: ${DEFAULT-VALUE}).")
  URI url = URI.create(USUAL_URL);

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Where your token is, when the bus is locked (default: this user's own).")
  @Nullable Path tokenFile;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Mixin private TrustOptions trust = new TrustOptions();

  BusClient connect() throws NotConnected, InterruptedException {
    return client().connect();
  }

  private TokenSource token() {
    if (tokenFile != null) {
      return TokenSource.file(tokenFile);
    }
    // Looked for at every connect: the bus may be locked while this command runs.
    Path own = Tokens.localToken(directories.resolve());
    return () -> Files.isReadable(own) ? TokenSource.file(own).read() : null;
  }

  /** A client under a name of its own, not yet connected. */
  BusClient client() {
    return client(
        new Address(
            "cli:%d-%04x"
                .formatted(
                    ProcessHandle.current().pid(), ThreadLocalRandom.current().nextInt(0x10000))));
  }

  /** Where the token of an id of the lobby is kept, for the commands of this user. */
  Path lobbyToken(String id) {
    String name = id.replaceAll("[^A-Za-z0-9_.-]", "_") + ".token";
    return directories.resolve().state().resolve("lobby-tokens").resolve(name);
  }

  /** A client under this name, not yet connected. */
  BusClient client(Address name) {
    var settings =
        ClientSettings.of(url, name)
            .withClientInfo(new ClientInfo("bub-cli", ClientInfo.VERSION))
            .withToken(token());
    var connector = WebSocketConnector.to(url).within(settings.connectTimeout());
    return BusClient.over(settings, trust.apply(connector));
  }
}
