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

/** Dependencies of all supervisors; {@code starts} limits simultaneous starts. */
record SystemContext(
    SystemSettings settings,
    SessionStore sessions,
    WorkspaceStore workspaces,
    Spawner spawner,
    SessionTokens credentials,
    BusClient client,
    BusConnection line,
    NodeContact node,
    ClientEnvironment environment,
    AgentSlots slots,
    Semaphore starts) {

  TimeSource time() {
    return environment.time();
  }

  Instant now() {
    return environment.time().now();
  }

  /** The decision to start takes the slot, so bursts stay in the limit. Safe for any thread. */
  static final class AgentSlots {
    private final int limit;
    private final Set<Address> taken = new HashSet<>();

    AgentSlots(int limit) {
      this.limit = limit;
    }

    synchronized boolean acquire(Address agent) {
      return taken.contains(agent) || taken.size() < limit && taken.add(agent);
    }

    /** Even above the limit. */
    synchronized void occupy(Address agent) {
      taken.add(agent);
    }

    synchronized void release(Address agent) {
      taken.remove(agent);
    }
  }

  /** Time of the last connect. Without a connection, a silent agent has not failed. */
  static final class BusConnection implements Consumer<ClientState> {
    private static final Logger LOG = LoggerFactory.getLogger(SystemContext.class);

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

    /** Null while there is no connection. */
    @Nullable Instant since() {
      return since;
    }
  }
}
