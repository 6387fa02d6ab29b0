package bub.cluster.nats;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Rule that traffic between nodes leaves a machine only with credentials or TLS. */
public final class NatsExposure {
  /** Refusal to use a server on the network that anyone could use. */
  public record Unprotected(URI server) {
    public String text() {
      return "Refusing to use the NATS server "
          + server
          + ": it is not on this machine, and the connection has neither credentials nor TLS.";
    }
  }

  private NatsExposure() {}

  /** Returns null when the settings are safe. */
  public static @Nullable Unprotected check(NatsSettings settings) {
    if (settings.encrypted() || !(settings.credentials() instanceof NatsCredentials.None)) {
      return null;
    }
    return settings.servers().stream()
        .filter(server -> !isLoopback(server.getHost()))
        .findFirst()
        .map(Unprotected::new)
        .orElse(null);
  }

  /** A host that nobody knows yet may become one on the network. */
  private static boolean isLoopback(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
