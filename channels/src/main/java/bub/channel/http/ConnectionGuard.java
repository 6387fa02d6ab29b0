package bub.channel.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Limiter of open connections: idle ones cannot lock out a new client. Safe for any thread. */
final class ConnectionGuard {
  enum Stage {
    FIRST_REQUEST,
    NEXT_REQUEST,
    BODY,
    WRITE,
    /** The server prepares an answer; the time does not count against the client. */
    WORK
  }

  private record Waiting(Stage stage, long sinceNanos) {}

  final class Tracked {
    private final Object group;
    private final Runnable closer;
    private volatile Waiting waiting = since(Stage.FIRST_REQUEST);

    private Tracked(Object group, Runnable closer) {
      this.group = group;
      this.closer = closer;
    }

    void enter(Stage stage) {
      waiting = since(stage);
    }

    void move(Stage from, Stage to) {
      if (waiting.stage == from) {
        enter(to);
      }
    }

    void closed() {
      remove(this);
    }
  }

  private final HttpLimits limits;
  private final LongSupplier nanoTime;
  // Guarded by this.
  private final Set<Tracked> open = new LinkedHashSet<>();

  ConnectionGuard(HttpLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /**
   * The new connection is closed only when all others are at work. {@code closer} runs at most
   * once, on any thread, possibly before this returns.
   */
  Tracked open(@Nullable InetAddress address, Runnable closer) {
    var fresh = new Tracked(group(address), closer);
    Tracked excess = null;
    synchronized (this) {
      open.add(fresh);
      if (open.size() > limits.connections()) {
        excess = excess();
        open.remove(excess);
      }
    }
    if (excess != null) {
      excess.closer.run();
    }
    return fresh;
  }

  void closeOverdue() {
    List<Tracked> overdue = new ArrayList<>();
    synchronized (this) {
      open.removeIf(connection -> isOverdue(connection.waiting) && overdue.add(connection));
    }
    overdue.forEach(connection -> connection.closer.run());
  }

  synchronized int size() {
    return open.size();
  }

  private synchronized void remove(Tracked connection) {
    open.remove(connection);
  }

  // From the address with the most connections, the one that has waited longest.
  private Tracked excess() {
    Map<Object, Integer> sizes = new HashMap<>();
    open.forEach(connection -> sizes.merge(connection.group, 1, Integer::sum));
    Stream<Tracked> waiting = open.stream().filter(one -> one.waiting.stage != Stage.WORK);
    // The new connection waits as well, so there is always one.
    return waiting
        .max(
            Comparator.comparingInt((Tracked one) -> sizes.getOrDefault(one.group, 0))
                .thenComparingLong(one -> nanoTime.getAsLong() - one.waiting.sinceNanos))
        .orElseThrow();
  }

  private boolean isOverdue(Waiting waiting) {
    Duration deadline =
        switch (waiting.stage) {
          case FIRST_REQUEST -> limits.firstRequest();
          case NEXT_REQUEST -> limits.nextRequest();
          case BODY -> limits.body();
          case WRITE -> limits.write();
          case WORK -> null;
        };
    return deadline != null && nanoTime.getAsLong() - waiting.sinceNanos > deadline.toNanos();
  }

  private Waiting since(Stage stage) {
    return new Waiting(stage, nanoTime.getAsLong());
  }

  private static Object group(@Nullable InetAddress address) {
    return address == null ? "" : ClientAddress.group(address);
  }
}
