package bub.system;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.TimeSource;
import bub.protocol.Address;
import bub.system.session.SessionStore;
import bub.system.spawn.Spawner;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dependencies of all supervisors.
 *
 * @param slots slots for agents that run or start
 * @param starts permits for agents that start at the same time
 */
record SystemContext(
    SystemSettings settings,
    SessionStore sessions,
    WorkspaceStore workspaces,
    Spawner spawner,
    SessionTokens credentials,
    BusClient client,
    BusConnection line,
    ClientEnvironment environment,
    AgentSlots slots,
    Semaphore starts) {

  TimeSource time() {
    return environment.time();
  }

  Instant now() {
    return environment.time().now();
  }

  /**
   * Slots for agents that run or start. The decision to start takes the slot, so a burst of
   * requests cannot exceed the limit. Safe for any thread.
   */
  static final class AgentSlots {
    private final int limit;
    private final Set<Address> taken = new HashSet<>();

    AgentSlots(int limit) {
      this.limit = limit;
    }

    /** True when the agent has a slot now; false when others hold them all. */
    synchronized boolean acquire(Address agent) {
      return taken.contains(agent) || taken.size() < limit && taken.add(agent);
    }

    /** Takes a slot for an agent that already runs, even above the limit. */
    synchronized void occupy(Address agent) {
      taken.add(agent);
    }

    synchronized void release(Address agent) {
      taken.remove(agent);
    }
  }

  /**
   * Tracks the time of the last connect to the bus. Without a connection, a silent agent has not
   * failed.
   */
  static final class BusConnection implements Consumer<ClientState> {
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
}
