package bub.cli.up;

import bub.cli.connect.LocalTokens;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Connection settings of bub's own parts to the bus in this process.
 *
 * @param certificate certificate that they trust; null when the bus speaks plain ws://
 */
record InternalConnection(URI bus, @Nullable Path certificate, LocalTokens principals) {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  WebSocketConnector connector() {
    WebSocketConnector way = WebSocketConnector.to(bus).within(CONNECT_WITHIN);
    return certificate == null ? way : way.trusting(certificate);
  }

  /** Returns the same settings as options for another process. */
  List<String> arguments() {
    return certificate == null
        ? List.of()
        : List.of("--ca", certificate.toAbsolutePath().toString());
  }

  /** Returns the client of the console, which may write in these chats of other channels. */
  BusClient consoleClient(Address console, List<Pattern> writing) {
    ClientSettings settings =
        ClientSettings.of(bus, console)
            .withToken(principals.ofConsole(console, writing))
            .withReconnect(Backoff.WATCHED);
    return BusClient.over(settings, connector());
  }

  BusClient bridgeClient(Address bridge) {
    ClientSettings settings =
        ClientSettings.of(bus, bridge)
            .withToken(principals.ofTelegram(bridge))
            .withReconnect(Backoff.WATCHED);
    return BusClient.over(settings, connector());
  }
}
