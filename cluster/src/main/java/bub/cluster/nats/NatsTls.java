package bub.cluster.nats;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * PEM files for encrypted connections to NATS. Without {@code ca}, the authorities of the JDK
 * apply. {@code certificate} and {@code key} identify this node to a server that asks for it.
 */
public record NatsTls(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
  public NatsTls {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "A certificate for NATS needs a key, and a key needs one.");
    }
  }
}
