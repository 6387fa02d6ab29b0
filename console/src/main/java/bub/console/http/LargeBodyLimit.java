package bub.console.http;

import bub.channel.http.ClientAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limit for large bodies, which slow clients keep in the memory that the bus shares. A body that
 * does not end loses its permit to the next one. Safe for any thread.
 */
final class LargeBodyLimit {
  /** Maximum size in bytes of a body without a permit. */
  static final int LIGHT = 64 << 10;

  static final int MOST_HEAVY = 8;

  /** Time in which a body may arrive although others wait. */
  static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final LongSupplier nanoTime;
  private final Semaphore heavy = new Semaphore(MOST_HEAVY);
  // Loads with a permit whose body still arrives. Guarded by this.
  private final Set<Load> arriving = new LinkedHashSet<>();

  LargeBodyLimit(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The permit of one request and its response. */
  final class Load implements AutoCloseable {
    private final String client;
    // Guarded by the limit.
    private boolean isHeavy;
    private boolean isClosed;
    private long since;
    private @Nullable Consumer<Exception> stop;

    private Load(InetAddress client) {
      this.client = ClientAddress.group(client);
    }

    /** Call before a body is read; {@code stop} ends the reading, on any thread. */
    void arrives(Consumer<Exception> stop) {
      synchronized (LargeBodyLimit.this) {
        this.stop = stop;
      }
    }

    /** Call when the body is read, and {@link #check} afterwards: the permit may be lost. */
    void arrived() {
      synchronized (LargeBodyLimit.this) {
        stop = null;
        arriving.remove(this);
      }
    }

    /** Call before a body of this size is kept. */
    void check(int bytes) throws ApiRefusal {
      if (bytes > LIGHT && !acquire(this)) {
        throw ApiRefusal.busy("too many large requests at once");
      }
    }

    /** Call before a response that may be large is built. */
    void expectMuch() throws ApiRefusal, InterruptedException {
      if (!acquire(this)) {
        boolean isFree = heavy.tryAcquire(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        synchronized (LargeBodyLimit.this) {
          isHeavy = isFree;
        }
        check(Integer.MAX_VALUE);
      }
    }

    /** Releases the permit if the response of this size does not need it. */
    void settle(int bytes) throws ApiRefusal {
      if (bytes > LIGHT) {
        check(bytes);
      } else {
        close();
      }
    }

    @Override
    public void close() {
      release(this);
    }
  }

  Load load(InetAddress client) {
    return new Load(client);
  }

  private boolean acquire(Load load) {
    Consumer<Exception> stop = null;
    synchronized (this) {
      if (load.isHeavy) {
        return true;
      }
      // A request that is over may still have a body on its way.
      if (load.isClosed) {
        return false;
      }
      if (!heavy.tryAcquire()) {
        Load slow = slowest(load.client);
        if (slow == null) {
          return false;
        }
        arriving.remove(slow);
        slow.isHeavy = false;
        stop = slow.stop;
      }
      load.isHeavy = true;
      if (load.stop != null) {
        load.since = nanoTime.getAsLong();
        arriving.add(load);
      }
    }
    if (stop != null) {
      stop.accept(ApiRefusal.busy("the body came too slowly while others waited"));
    }
    return true;
  }

  private synchronized void release(Load load) {
    load.isClosed = true;
    if (load.isHeavy) {
      load.isHeavy = false;
      arriving.remove(load);
      heavy.release();
    }
  }

  // The client with the most bodies loses its oldest one, at once to a client with fewer.
  private @Nullable Load slowest(String asking) {
    Map<String, Integer> shares = new HashMap<>();
    arriving.forEach(load -> shares.merge(load.client, 1, Integer::sum));
    int fair = shares.getOrDefault(asking, 0) + 1;
    return arriving.stream()
        .filter(load -> share(shares, load) > fair || age(load) > GRACE.toNanos())
        .max(
            Comparator.comparingInt((Load load) -> share(shares, load))
                .thenComparingLong(this::age))
        .orElse(null);
  }

  private static int share(Map<String, Integer> shares, Load load) {
    return shares.getOrDefault(load.client, 0);
  }

  private long age(Load load) {
    return nanoTime.getAsLong() - load.since;
  }
}
