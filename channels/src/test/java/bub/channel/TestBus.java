package bub.channel;

import static org.awaitility.Awaitility.await;

import bub.bus.BuiltInService;
import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.log.DisabledActivityLog;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.Dialects;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.ClientState;
import bub.jsonrpc.InMemoryLink;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A real bus in this process, which can be killed and restarted. */
public final class TestBus implements AutoCloseable {
  private static final Backoff AT_ONCE = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));

  static {
    // Everything here happens within milliseconds: look as often.
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
  }

  private final ExecutorService hubThread = Executors.newSingleThreadExecutor();
  private final List<BusClient> agents = new CopyOnWriteArrayList<>();

  // Guarded by this: nobody may get into a bus that has just died.
  private final List<InMemoryLink> links = new ArrayList<>();
  private int connections;
  private int lives;
  private boolean isOpenForAll = true;
  private @Nullable Hub hub = newHub();

  private Hub newHub() {
    lives++;
    return new Hub(
        new Hub.Environment(
            serverId(),
            BusLimits.standard(),
            new DisabledActivityLog(),
            hubThread,
            Clock.systemUTC(),
            System::nanoTime,
            42));
  }

  /** Another one in each life. */
  private String serverId() {
    return "bus-test-" + lives;
  }

  /** Lets a stand-in take the messages to its addresses, in this life of the bus. */
  synchronized void host(BuiltInService service) {
    Hub current = Objects.requireNonNull(hub);
    current.execute(() -> current.host(service));
  }

  /** A client that is not connected yet; it reconnects without much ado. */
  public BusClient client(String name) {
    boolean isAgent = name.startsWith("agent:");
    var client =
        new BusClient(
            settings(name), () -> connect(isAgent, Dialects.ADDRESS), ClientEnvironment.system());
    if (isAgent) {
      agents.add(client);
    }
    return client;
  }

  private static ClientSettings settings(String name) {
    return ClientSettings.of(URI.create("memory:bus"), new Address(name)).withReconnect(AT_ONCE);
  }

  /** A connection of the classic dialect, with nothing said on it yet. */
  public InMemoryLink classic() throws IOException {
    return connect(true, Dialects.CLASSIC);
  }

  private synchronized InMemoryLink connect(boolean isAgent, Dialect dialect) throws IOException {
    Hub current = hub;
    if (current == null || !(isOpenForAll || isAgent)) {
      throw new IOException("the bus is down");
    }
    var pair = InMemoryLink.pair(Runnable::run, hubThread);
    links.add(pair.left());
    var visitor = UnauthenticatedPeer.local("conn-" + ++connections);
    current.execute(() -> dialect.converse(pair.right(), current, visitor));
    return pair.left();
  }

  /** As by {@code kill -9}: every connection breaks, and nobody gets in. */
  public synchronized void die() {
    hub = null;
    links.forEach(link -> link.close(CloseCodes.GOING_AWAY, "the bus is gone"));
    links.clear();
  }

  /** All come in again, in any order. */
  public synchronized void comeBack() {
    hub = newHub();
    isOpenForAll = true;
  }

  /** The others come in when all agents are there: no chat looks for one in vain. */
  public void comeBackWithAgents() {
    ClientState.Connected here = openForAgents();
    for (BusClient agent : agents) {
      await()
          .until(() -> agent.state() instanceof ClientState.Stopped || agent.state().equals(here));
    }
    openForAll();
  }

  private synchronized ClientState.Connected openForAgents() {
    hub = newHub();
    isOpenForAll = false;
    return new ClientState.Connected(serverId());
  }

  private synchronized void openForAll() {
    isOpenForAll = true;
  }

  @Override
  public void close() {
    die();
    hubThread.shutdownNow();
  }
}
