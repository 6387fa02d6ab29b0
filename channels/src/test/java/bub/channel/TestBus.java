package bub.channel;

import bub.bus.Hub;
import bub.bus.Limits;
import bub.bus.activity.SilentActivity;
import bub.bus.dialect.Dialects;
import bub.bus.dialect.Visitor;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.Surroundings;
import bub.client.transport.Connector;
import bub.jsonrpc.InMemoryLink;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A real bus in this process, which can be killed and started again. */
public final class TestBus implements AutoCloseable {
  private static final Backoff AT_ONCE = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));

  static {
    // Everything here happens within milliseconds: look as often.
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
  }

  private final ExecutorService hubThread = Executors.newSingleThreadExecutor();
  private final List<InMemoryLink> links = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile @Nullable Hub hub = newHub();

  private Hub newHub() {
    return new Hub(
        new Hub.Surroundings(
            "bus-test",
            Limits.standard(),
            new SilentActivity(),
            hubThread,
            Clock.systemUTC(),
            System::nanoTime,
            42));
  }

  /** A client that is not connected yet; it reconnects without much ado. */
  public BusClient client(String name) {
    return new BusClient(settings(name), connector(), Surroundings.system());
  }

  private static ClientSettings settings(String name) {
    return ClientSettings.of(URI.create("memory:bus"), new Address(name)).withReconnect(AT_ONCE);
  }

  private Connector connector() {
    return () -> {
      Hub current = hub;
      if (current == null) {
        throw new IOException("the bus is down");
      }
      var pair = InMemoryLink.pair(Runnable::run, hubThread);
      links.add(pair.left());
      var visitor = Visitor.local("conn-" + connections.incrementAndGet());
      current.execute(() -> Dialects.ADDRESS.converse(pair.right(), current, visitor));
      return pair.left();
    };
  }

  /** As by {@code kill -9}: every connection breaks, and nobody gets in. */
  public void die() {
    hub = null;
    links.forEach(link -> link.close(CloseCodes.GOING_AWAY, "the bus is gone"));
    links.clear();
  }

  public void comeBack() {
    hub = newHub();
  }

  @Override
  public void close() {
    die();
    hubThread.shutdownNow();
  }
}
