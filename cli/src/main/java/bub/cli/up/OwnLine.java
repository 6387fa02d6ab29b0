package bub.cli.up;

import bub.cli.reach.OwnPrincipals;
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
 * How bub's own parts reach the bus of this process.
 *
 * @param certificate what they trust; null when the bus speaks plain ws://
 */
record OwnLine(URI bus, @Nullable Path certificate, OwnPrincipals principals) {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  WebSocketConnector connector() {
    WebSocketConnector way = WebSocketConnector.to(bus).within(CONNECT_WITHIN);
    return certificate == null ? way : way.trusting(certificate);
  }

  /** The same for a process of its own. */
  List<String> arguments() {
    return certificate == null
        ? List.of()
        : List.of("--ca", certificate.toAbsolutePath().toString());
  }

  /** The client of the console, which may write in these chats of other channels. */
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
