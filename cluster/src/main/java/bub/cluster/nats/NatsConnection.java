package bub.cluster.nats;

import bub.cluster.nats.NatsConnector.Attempt;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection of a node to NATS. It connects in the background, to any of the servers, and again
 * whenever it loses the connection. A message is sent at most once: messages of a lost connection
 * are not sent again.
 */
public final class NatsConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NatsConnection.class);
  private static final long OUTGOING_LIMIT = 16L << 20;
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  /** Receiver of the messages of a subscription. */
  public interface Receiver {
    void received(String subject, byte[] data);
  }

  /** Observer of the connection. Its methods run on one thread, in order, and must not block. */
  public interface Listener {
    void connected();

    void disconnected();
  }

  /** A subscription, which lasts over reconnects. */
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  private final NatsSettings settings;
  private final NatsConnector connector;
  private final RandomGenerator random;
  private final InstantSource time;
  private final ExecutorService dispatchers =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("bub-nats-dispatch-", 0).factory());
  private final Thread thread = Thread.ofPlatform().daemon().name("bub-nats").unstarted(this::run);
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<NatsSubscription> subscriptions = new ArrayList<>();
  private volatile @Nullable NatsSession session;
  private volatile NatsState state;
  private volatile long lastMaxPayload;
  private final Set<NatsProblem> reported = new HashSet<>();
  private boolean closed;

  public NatsConnection(NatsSettings settings, String nodeName) {
    this(settings, nodeName, OUTGOING_LIMIT, RandomGenerator.getDefault(), InstantSource.system());
  }

  NatsConnection(
      NatsSettings settings,
      String nodeName,
      long outgoingLimit,
      RandomGenerator random,
      InstantSource time) {
    this.settings = settings;
    this.random = random;
    this.time = time;
    this.connector = new NatsConnector(settings, "bub " + nodeName, outgoingLimit, dispatchers);
    this.state = new NatsState(null, null, time.instant(), 0, 0, null);
  }

  public void start() {
    thread.start();
  }

  public NatsSettings settings() {
    return settings;
  }

  /**
   * Queues a message for the server. Never blocks. Returns false when there is no connection, when
   * too many bytes wait, or when the message is larger than {@link #maxPayload}.
   */
  public boolean publish(String subject, byte[] data) {
    NatsSession current = session;
    return current != null && current.publish(subject, data);
  }

  /** Passes messages to the receiver on a thread of this subscription, one after the other. */
  public Subscription subscribe(String subject, Receiver receiver) {
    var subscription = new NatsSubscription(subject, receiver, this::forget);
    lock.lock();
    try {
      subscriptions.add(subscription);
      NatsSession current = session;
      if (current != null) {
        subscription.attach(current);
      }
    } finally {
      lock.unlock();
    }
    return subscription;
  }

  private void forget(NatsSubscription subscription) {
    lock.lock();
    try {
      subscriptions.remove(subscription);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the server has processed all earlier messages and subscriptions of this node. */
  public boolean flush(Duration atMost) throws InterruptedException {
    NatsSession current = session;
    return current != null && current.flush(atMost);
  }

  /** Largest message that the server accepts; 0 before the first connection. */
  public long maxPayload() {
    NatsSession current = session;
    return current == null ? lastMaxPayload : current.connection().getMaxPayload();
  }

  public boolean isConnected() {
    return session != null;
  }

  public NatsState state() {
    NatsState last = state;
    long dropped;
    lock.lock();
    try {
      dropped = subscriptions.stream().mapToLong(NatsSubscription::dropped).sum();
    } finally {
      lock.unlock();
    }
    return new NatsState(
        last.server(), last.version(), last.since(), last.connects(), dropped, last.lastProblem());
  }

  /** Adds an observer, and tells it at once if there is a connection. */
  public void listen(Listener listener) {
    lock.lock();
    try {
      listeners.add(listener);
      if (session != null) {
        listener.connected();
      }
    } finally {
      lock.unlock();
    }
  }

  public boolean awaitConnected(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (session == null && !closed) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return session != null;
    } finally {
      lock.unlock();
    }
  }

  @Nullable NatsSession session() {
    return session;
  }

  private void run() {
    try {
      Duration wait = SHORTEST_WAIT;
      while (!isClosed()) {
        NatsSession connected = connectToAny();
        if (connected == null) {
          pause(wait);
          wait =
              wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0
                  ? wait.multipliedBy(2)
                  : LONGEST_WAIT;
        } else {
          wait = SHORTEST_WAIT;
          reported.clear();
          use(connected);
        }
      }
    } catch (InterruptedException closing) {
      LOG.debug("The connection to NATS closes");
    } finally {
      dispatchers.shutdownNow();
    }
  }

  private @Nullable NatsSession connectToAny() throws InterruptedException {
    var shuffled = new ArrayList<>(settings.servers());
    Collections.shuffle(shuffled, Random.from(random));
    for (URI server : shuffled) {
      switch (connector.connect(server)) {
        case Attempt.Connected(NatsSession connected) -> {
          return connected;
        }
        case Attempt.Failed(NatsProblem problem) -> report(problem);
      }
    }
    return null;
  }

  private void report(NatsProblem problem) {
    NatsState last = state;
    // Once per server and outage: several servers would take turns in the log, for hours.
    if (reported.add(problem.withoutReason())) {
      LOG.warn("{}", problem.text());
    }
    state = new NatsState(last.server(), last.version(), last.since(), last.connects(), 0, problem);
  }

  private void use(NatsSession connected) throws InterruptedException {
    try {
      if (!begin(connected)) {
        return;
      }
      connected.awaitEnd();
    } finally {
      end(connected);
    }
  }

  private boolean begin(NatsSession connected) throws InterruptedException {
    lock.lock();
    try {
      subscriptions.forEach(subscription -> subscription.attach(connected));
    } finally {
      lock.unlock();
    }
    if (!connected.flush(FLUSH_TIMEOUT)) {
      return false;
    }
    var info = connected.connection().getServerInfo();
    String server = connected.connection().getConnectedUrl();
    lock.lock();
    try {
      // Subscriptions that were added during the flush.
      subscriptions.forEach(subscription -> subscription.attach(connected));
      lastMaxPayload = connected.connection().getMaxPayload();
      state =
          new NatsState(
              server == null ? info.getServerName() : server,
              info.getVersion(),
              time.instant(),
              state.connects() + 1,
              0,
              null);
      session = connected;
      changed.signalAll();
      listeners.forEach(Listener::connected);
    } finally {
      lock.unlock();
    }
    LOG.info("Connected to the NATS server {}, version {}", server, info.getVersion());
    return true;
  }

  private void end(NatsSession ended) {
    lock.lock();
    try {
      subscriptions.forEach(NatsSubscription::detach);
      if (session == ended) {
        session = null;
        String error = ended.lastError();
        String server = state.server() == null ? "" : state.server();
        NatsProblem problem =
            new NatsProblem.Unreachable(server, error == null ? "the connection ended" : error);
        state = new NatsState(null, null, time.instant(), state.connects(), 0, problem);
        if (!closed) {
          LOG.warn("{}", problem.text());
        }
        changed.signalAll();
        listeners.forEach(Listener::disconnected);
      }
    } finally {
      lock.unlock();
      ended.close();
    }
  }

  /** Waits with jitter, so that the nodes of a cluster do not come back all at once. */
  private void pause(Duration wait) throws InterruptedException {
    long left = wait.toNanos() / 2 + random.nextLong(wait.toNanos());
    lock.lock();
    try {
      while (left > 0 && !closed) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
    try {
      thread.join(FLUSH_TIMEOUT);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
