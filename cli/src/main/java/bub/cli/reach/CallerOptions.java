package bub.cli.reach;

import bub.cli.option.AddressText;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.client.BusClient;
import bub.client.NotConnected;
import bub.protocol.Address;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that connect only to ask or to send something, under any id. */
@InSection(Section.CONNECTION)
public final class CallerOptions {
  @Option(
      names = "--client-id",
      paramLabel = "ID",
      converter = AddressText.class,
      description = "Connect as this client, to which the token belongs (default: a new id).")
  private @Nullable String clientId;

  @Mixin private ConnectOptions connection = new ConnectOptions();

  public BusClient connect() throws NotConnected, InterruptedException {
    return client().connect();
  }

  /** A client that is not yet connected. */
  public BusClient client() {
    return clientId == null ? connection.client() : connection.client(new Address(clientId));
  }

  /** A client under this id, or else under the id in {@code --client-id}; not yet connected. */
  public BusClient client(@Nullable String other) {
    return other == null ? client() : connection.client(new Address(other));
  }

  /** A client for somebody who looks at the bus all the time, not yet connected. */
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
