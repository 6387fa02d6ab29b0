package bub.cli;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NotConnected;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/** The options of every command that talks to a bus. */
final class ConnectOptions {
  @Option(
      names = {"--url", "--bus-url"},
      defaultValue = "ws://127.0.0.1:7892",
      description = "Where the bus is (default: ${DEFAULT-VALUE}).")
  URI url = URI.create("ws://127.0.0.1:7892");

  BusClient connect() throws NotConnected, InterruptedException {
    return client().connect();
  }

  /** A client under a name of its own, not yet connected. */
  BusClient client() {
    var name =
        new Address(
            "cli:%d-%04x"
                .formatted(
                    ProcessHandle.current().pid(), ThreadLocalRandom.current().nextInt(0x10000)));
    return BusClient.of(
        ClientSettings.of(url, name).withClientInfo(new ClientInfo("bub-cli", ClientInfo.VERSION)));
  }
}
