package bub.console.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.console.live.EventRing;
import bub.console.view.BusViews.BusView;
import bub.console.view.BusViews.PeersView;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.Metrics;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watch of the bus on two virtual threads of its own. Queries are safe for any thread. */
public final class BusWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BusWatch.class);

  private static final RawJson SEES_MORE =
      RawJson.trusted("{\"reason\":\"more messages are visible now\"}".getBytes(UTF_8));

  private final BusClient client;
  private final ClientEnvironment environment;
  private final WatchIntervals intervals;
  private final IntSupplier browsers;
  private final EventRing ring;
  private final Latencies latencies;
  private final LiveFeed feed;
  private final HealthHistory history = new HealthHistory();
  private final PeerList peers;
  private final List<Thread> threads;
  private volatile BusView bus;
  private volatile double messagesPerSecond;
  private volatile Consumer<BusView> listener = _ -> {};

  public BusWatch(
      BusClient client,
      ClientEnvironment environment,
      WatchIntervals intervals,
      EventRing ring,
      IntSupplier browsers) {
    this.client = client;
    this.environment = environment;
    this.intervals = intervals;
    this.browsers = browsers;
    this.ring = ring;
    this.latencies = new Latencies(environment.chance());
    this.feed = new LiveFeed(ring, latencies);
    this.peers = new PeerList(client);
    this.bus = new BusView(false, null, "not connected yet", now().toString());
    this.threads =
        List.of(
            Thread.ofVirtual().name("console-feed").unstarted(this::follow),
            Thread.ofVirtual().name("console-health").unstarted(this::measure));
  }

  /** The listener must not block; set it before {@link #start}. */
  public void onChange(Consumer<BusView> listener) {
    this.listener = listener;
  }

  /** The client need not be connected yet. */
  public synchronized BusWatch start() {
    client.onState(this::note);
    // Callbacks for later states wait until this one is recorded.
    if (client.state() instanceof ClientState.Connected connected) {
      note(connected);
    }
    threads.forEach(Thread::start);
    return this;
  }

  private Instant now() {
    return environment.time().now();
  }

  // ---- availability

  private synchronized void note(ClientState state) {
    BusView known = bus;
    BusView next =
        switch (state) {
          case ClientState.Connected(String serverId) ->
              known.connected() && serverId.equals(known.serverId())
                  ? known
                  : new BusView(true, serverId, null, now().toString());
          case ClientState.Connecting _ -> known;
          case ClientState.Waiting _, ClientState.Stopped _ ->
              new BusView(
                  false, null, state.words(), known.connected() ? now().toString() : known.since());
        };
    bus = next;
    if (next.connected() != known.connected()) {
      announce(next);
    }
  }

  private synchronized void noteSilence() {
    if (bus.connected()) {
      bus = new BusView(false, null, "no answer", now().toString());
      announce(bus);
    }
  }

  private void announce(BusView news) {
    ring.publish("bus", RecordCodec.json(news));
    listener.accept(news);
  }

  public BusView bus() {
    return bus;
  }

  // ---- messages

  private void follow() {
    int oneIn = 1;
    String server = "";
    try {
      while (true) {
        int wanted = SamplingRate.oneIn(browsers.getAsInt(), messagesPerSecond);
        String current = bus.serverId();
        if (current != null && (wanted != oneIn || !current.equals(server)) && watch(wanted)) {
          if (wanted < oneIn || !current.equals(server)) {
            // A browser may have loaded its list before: messages since then are only in the log.
            ring.publish("reload", SEES_MORE);
          }
          oneIn = wanted;
          server = current;
        }
        environment.time().sleep(intervals.flush());
        feed.flush(intervals.flush().toMillis() / 1_000.0);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean watch(int oneIn) throws InterruptedException {
    feed.begin(oneIn);
    try {
      client.watchActivity(ActivityFilter.sample(oneIn), feed::accept);
      return true;
    } catch (RpcException | NoAnswer refused) {
      LOG.debug("Cannot watch the activity of the bus: {}", refused.getMessage());
      return false;
    }
  }

  // ---- metrics

  private void measure() {
    var rates = new RateCalculator();
    try {
      while (true) {
        begin(rates);
        environment.time().sleep(intervals.sample());
        measure(rates);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes a baseline, so that even the first sample has rates. */
  private void begin(RateCalculator rates) throws InterruptedException {
    Metrics counts = rates.hasBeginning() ? null : metrics();
    if (counts != null) {
      rates.begin(counts, System.nanoTime());
    }
  }

  private void measure(RateCalculator rates) throws InterruptedException {
    Latencies.Summary latency = latencies.drain();
    var sample = RateCalculator.withoutBus(now());
    try {
      if (client.state() instanceof ClientState.Connected connected) {
        Metrics metrics = ask(client::metrics);
        note(connected);
        sample = rates.sample(metrics, System.nanoTime(), now(), latency);
        String serverId = String.valueOf(bus.serverId());
        if (ask(() -> peers.refresh(metrics, serverId))) {
          ring.publish("peers", RecordCodec.json(peers()));
        }
      } else {
        rates.forget();
      }
    } catch (RpcException | NoAnswer away) {
      LOG.debug("Cannot read the metrics of the bus: {}", away.getMessage());
      rates.forget();
    } catch (TimeoutException silent) {
      noteSilence();
      rates.forget();
    }
    messagesPerSecond = sample.perSecond();
    history.add(sample);
    ring.publish("health", RecordCodec.json(sample));
  }

  /** Has a timeout, because a bus that hangs keeps its connections. */
  private <T> T ask(Callable<T> question)
      throws RpcException, NoAnswer, TimeoutException, InterruptedException {
    var answer = new FutureTask<>(question);
    Thread asking = Thread.startVirtualThread(answer);
    try {
      return answer.get(intervals.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case RpcException refused -> throw refused;
        case NoAnswer away -> throw away;
        case null, default -> throw new IllegalStateException(failed);
      }
    } finally {
      asking.interrupt();
    }
  }

  public HealthHistory history() {
    return history;
  }

  /** Latencies since the start of the console. */
  public LatencyHistogram latency() {
    return latencies.histogram();
  }

  // ---- peers

  /** Peers as of a moment ago. */
  public PeersView peers() {
    return peers.view(feed.inFlight());
  }

  /** Returns null while the bus is unreachable. */
  public @Nullable Metrics metrics() throws InterruptedException {
    try {
      return bus.connected() ? ask(client::metrics) : null;
    } catch (RpcException | NoAnswer | TimeoutException away) {
      return null;
    }
  }

  @Override
  public void close() {
    listener = _ -> {}; // the console's own stop is not an outage
    threads.forEach(Thread::interrupt);
  }
}
