package bub.cluster.nats;

import bub.cluster.nats.KeyValueBucket.Change;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueOperation;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.impl.NatsKeyValueWatchSubscription;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch of a bucket that survives reconnects. Every reading begins with all present keys, and the
 * watch passes only those that differ from its own table. A reading that falls behind the bucket,
 * because its consumer died with a server, is started again.
 */
final class NatsWatch implements KeyValueBucket.Watch {
  private static final Logger LOG = LoggerFactory.getLogger(NatsWatch.class);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration CHECK = Duration.ofSeconds(2);
  private static final Duration NO_PROGRESS = Duration.ofSeconds(5);

  private final NatsBucket bucket;
  private final NatsConnection connection;
  private final String prefix;
  private final Consumer<Change> changes;
  private final Runnable ready;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Long> known = new HashMap<>();
  private @Nullable Reading current;
  private @Nullable NatsKeyValueWatchSubscription subscription;
  private @Nullable ZonedDateTime created;
  private boolean wasReady;
  private boolean closed;

  NatsWatch(
      NatsBucket bucket,
      NatsConnection connection,
      String prefix,
      Consumer<Change> changes,
      Runnable ready) {
    this.bucket = bucket;
    this.connection = connection;
    this.prefix = prefix;
    this.changes = changes;
    this.ready = ready;
    this.thread = Thread.ofVirtual().name("bub-nats-watch").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!isClosed()) {
        if (!connection.awaitConnected(CHECK)) {
          continue;
        }
        try {
          read();
        } catch (ClusterUnavailable unavailable) {
          LOG.debug("The watch of {} starts again: {}", prefix, unavailable.getMessage());
          pause();
        }
      }
    } catch (InterruptedException closing) {
      LOG.debug("The watch of {} ends", prefix);
    }
  }

  /** Returns when the reading must start again. */
  private void read() throws ClusterUnavailable, InterruptedException {
    NatsSession session = connection.session();
    if (session == null) {
      return;
    }
    BucketHandle.Position start = position();
    var reading = new Reading(start.lastRevision());
    try {
      begin(reading, start);
      keep(bucket.call(handle -> handle.keys().watchAll(reading)));
      awaitPresentKeys(reading, session);
      dropVanished(reading);
      follow(reading, session);
    } finally {
      end(stop());
    }
  }

  private void begin(Reading reading, BucketHandle.Position start) {
    lock.lock();
    try {
      current = closed ? null : reading;
      if (created != null && !created.equals(start.created())) {
        // The bucket was lost and created again: its revisions start again too.
        List<Map.Entry<String, Long>> lost = List.copyOf(known.entrySet());
        known.clear();
        lost.forEach(key -> pass(new Change.Deleted(key.getKey(), key.getValue())));
      }
      created = start.created();
    } finally {
      lock.unlock();
    }
  }

  private void keep(NatsKeyValueWatchSubscription started) {
    lock.lock();
    try {
      subscription = started;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable NatsKeyValueWatchSubscription stop() {
    lock.lock();
    try {
      NatsKeyValueWatchSubscription running = subscription;
      subscription = null;
      current = null;
      return running;
    } finally {
      lock.unlock();
    }
  }

  static void end(@Nullable NatsKeyValueWatchSubscription subscription) {
    if (subscription != null) {
      try {
        subscription.unsubscribe();
      } catch (IllegalStateException | IllegalArgumentException disconnected) {
        LOG.trace("The subscription ended with its connection", disconnected);
      }
    }
  }

  private BucketHandle.Position position() throws ClusterUnavailable {
    return bucket.call(BucketHandle::position);
  }

  private void awaitPresentKeys(Reading reading, NatsSession session)
      throws ClusterUnavailable, InterruptedException {
    long left = NO_PROGRESS.toNanos();
    long progress = 0;
    lock.lock();
    try {
      while (!reading.complete) {
        if (closed || session.hasEnded() || left <= 0) {
          throw new ClusterUnavailable("The keys did not arrive.");
        }
        changed.awaitNanos(Math.min(left, RETRY.toNanos()));
        left = reading.lastSeen > progress ? NO_PROGRESS.toNanos() : left - RETRY.toNanos();
        progress = reading.lastSeen;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reports keys that were deleted so long ago that NATS has forgotten the deletion. */
  private void dropVanished(Reading reading) throws ClusterUnavailable {
    List<String> missing;
    lock.lock();
    try {
      missing = known.keySet().stream().filter(key -> !reading.seen.contains(key)).toList();
      reading.seen.clear();
    } finally {
      lock.unlock();
    }
    for (String key : missing) {
      // The replica that sends the keys may be behind, so the leader decides.
      if (bucket.get(key) == null) {
        lock.lock();
        try {
          Long revision = known.remove(key);
          if (revision != null) {
            pass(new Change.Deleted(key, revision));
          }
        } finally {
          lock.unlock();
        }
      }
    }
  }

  private void follow(Reading reading, NatsSession session) throws InterruptedException {
    long target = 0;
    while (!isClosed() && !session.awaitEnd(CHECK)) {
      if (lastSeen(reading) < target) {
        LOG.info("The watch of {} has fallen behind and starts again", prefix);
        return;
      }
      try {
        target = position().lastRevision();
      } catch (ClusterUnavailable later) {
        target = 0;
      }
    }
  }

  private long lastSeen(Reading reading) {
    lock.lock();
    try {
      return reading.lastSeen;
    } finally {
      lock.unlock();
    }
  }

  private void pause() throws InterruptedException {
    long left = RETRY.toNanos();
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

  private void pass(Change change) {
    try {
      changes.accept(change);
    } catch (RuntimeException bug) {
      LOG.error("The receiver of changes of {} failed", change.key(), bug);
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
    end(stop());
  }

  /** One reading of the bucket, on a thread of jnats. */
  private final class Reading implements KeyValueWatcher {
    private final Set<String> seen = new HashSet<>();
    private boolean complete;
    private long lastSeen;
    private final long start;

    Reading(long start) {
      this.start = start;
    }

    @Override
    public void watch(KeyValueEntry entry) {
      lock.lock();
      try {
        if (current == this) {
          lastSeen = Math.max(lastSeen, entry.getRevision());
          if (entry.getKey().startsWith(prefix)) {
            take(entry);
          }
        }
      } finally {
        lock.unlock();
      }
    }

    private void take(KeyValueEntry entry) {
      String key = entry.getKey();
      long revision = entry.getRevision();
      if (!complete) {
        seen.add(key);
      }
      Long before = known.get(key);
      if (before != null && before >= revision) {
        return;
      }
      if (entry.getOperation() == KeyValueOperation.PUT) {
        known.put(key, revision);
        pass(new Change.Put(new KeyValueBucket.Entry(key, NatsBucket.value(entry), revision)));
      } else if (known.remove(key) != null) {
        pass(new Change.Deleted(key, revision));
      }
    }

    @Override
    public void endOfData() {
      lock.lock();
      try {
        if (current == this) {
          complete = true;
          lastSeen = Math.max(lastSeen, start);
          changed.signalAll();
          if (!wasReady) {
            wasReady = true;
            ready.run();
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
