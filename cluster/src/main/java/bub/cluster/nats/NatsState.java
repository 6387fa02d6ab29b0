package bub.cluster.nats;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of the connection to NATS, for people. {@code since} is the time of the last connect or
 * disconnect. {@code dropped} counts received messages that were dropped because a handler was too
 * slow.
 */
public record NatsState(
    @Nullable String server,
    @Nullable String version,
    Instant since,
    long connects,
    long dropped,
    @Nullable NatsProblem lastProblem) {

  public boolean connected() {
    return server != null;
  }
}
