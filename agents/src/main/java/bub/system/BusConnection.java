package bub.system;

import bub.client.ClientState;
import bub.client.TimeSource;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks the time of the last connect to the bus. Without a connection, a silent agent has not
 * failed.
 */
final class BusConnection implements Consumer<ClientState> {
  private static final Logger LOG = LoggerFactory.getLogger(BusConnection.class);

  private final TimeSource time;
  private volatile @Nullable Instant since;
  private boolean wasAway;

  BusConnection(TimeSource time) {
    this.time = time;
  }

  @Override
  public void accept(ClientState state) {
    since = state instanceof ClientState.Connected ? time.now() : null;
    switch (state) {
      case ClientState.Connected _ when wasAway ->
          LOG.info("Reconnected to the bus: {}", state.words());
      case ClientState.Connected _, ClientState.Connecting _ -> LOG.debug("{}", state.words());
      case ClientState.Waiting _ -> {
        wasAway = true;
        LOG.warn("Lost the connection to the bus: {}", state.words());
      }
      case ClientState.Stopped _ -> LOG.info("Disconnected from the bus: {}", state.words());
    }
  }

  /** Time of the connect; null while there is no connection. */
  @Nullable Instant since() {
    return since;
  }
}
