package bub.system;

import bub.client.State;
import bub.client.Time;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Since when there is a connection to the bus: without one, nobody's silence means anything. */
final class BusLine implements Consumer<State> {
  private static final Logger LOG = LoggerFactory.getLogger(BusLine.class);

  private final Time time;
  private volatile @Nullable Instant since;
  private boolean wasAway;

  BusLine(Time time) {
    this.time = time;
  }

  @Override
  public void accept(State state) {
    since = state instanceof State.Connected ? time.now() : null;
    switch (state) {
      case State.Connected _ when wasAway -> LOG.info("the bus is back: {}", state.words());
      case State.Connected _, State.Connecting _ -> LOG.debug("{}", state.words());
      case State.Waiting _ -> {
        wasAway = true;
        LOG.warn("the bus is away: {}", state.words());
      }
      case State.Stopped _ -> LOG.info("no longer on the bus: {}", state.words());
    }
  }

  /** Since when, or null while there is no connection. */
  @Nullable Instant since() {
    return since;
  }
}
