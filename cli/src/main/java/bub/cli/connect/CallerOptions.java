package bub.cli.connect;

import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.option.ValidText.AddressText;
import bub.client.BusClient;
import bub.client.NotConnected;
import bub.protocol.Address;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that connect only to query or to send, under any client id. */
@InSection(Section.CONNECTION)
public final class CallerOptions {
  @Option(
      names = "--client-id",
      paramLabel = "ID",
      converter = AddressText.class,
      description = "Connect with this client id, which must match the token (default: a new id).")
  private @Nullable String clientId;

  @Mixin private ConnectOptions connection = new ConnectOptions();

  public BusClient connect() throws NotConnected, InterruptedException {
    return client().connect();
  }

  public BusClient client() {
    return clientId == null ? connection.client() : connection.client(new Address(clientId));
  }

  public BusClient client(@Nullable String other) {
    return other == null ? client() : connection.client(new Address(other));
  }

  public BusClient watchingClient() {
    return clientId == null
        ? connection.watchingClient()
        : connection.watchingClient(new Address(clientId));
  }

  public URI url() {
    return connection.url();
  }

  public BubDirectories directories() {
    return connection.directories();
  }
}
