package bub.cluster.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.PurgeOptions;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueOperation;
import io.nats.client.api.KeyValueWatchOption;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.api.PurgeResponse;
import io.nats.client.impl.NatsKeyValueWatchSubscription;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A bucket in JetStream, which is created when it is first used. */
public final class NatsBucket implements KeyValueBucket {
  private static final int WRONG_REVISION = 10071;
  private static final int WRONG_REVISION_SINCE_2_11 = 10164;
  // Another write to the same key is not finished, so this one has lost.
  private static final int KEY_IN_PROGRESS = 10163;
  private static final Duration NOBODY_WITHIN = Duration.ofMillis(250);
  private static final Duration READ_WITHIN = Duration.ofSeconds(2);
  private static final Duration REPEAT_WITHIN = Duration.ofMillis(1500);
  private static final Duration REPEAT_AFTER = Duration.ofMillis(25);
  private static final Duration READ_ALL = Duration.ofSeconds(30);

  private final NatsConnection connection;
  private final String name;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable BucketHandle handle;

  public NatsBucket(NatsConnection connection, String name) {
    this.connection = connection;
    this.name = name;
  }

  @Override
  public @Nullable Entry get(String key) throws ClusterUnavailable {
    return call(
        READ_WITHIN,
        bucket -> {
          KeyValueEntry entry = bucket.quickReads().get(key);
          return entry == null ? null : new Entry(key, value(entry), entry.getRevision());
        });
  }

  static byte[] value(KeyValueEntry entry) {
    byte[] value = entry.getValue();
    return value == null ? new byte[0] : value;
  }

  @Override
  public long create(String key, byte[] value) throws ClusterUnavailable {
    return write(bucket -> bucket.keys().create(key, value));
  }

  @Override
  public long update(String key, byte[] value, long expectedRevision) throws ClusterUnavailable {
    return write(bucket -> bucket.keys().update(key, value, expectedRevision));
  }

  @Override
  public boolean delete(String key, long expectedRevision) throws ClusterUnavailable {
    return write(
            bucket -> {
              bucket.keys().delete(key, expectedRevision);
              return 0L;
            })
        >= 0;
  }

  @Override
  public Watch watch(String keyPrefix, Consumer<Change> changes, Runnable ready) {
    var watch = new NatsWatch(this, connection, keyPrefix, changes, ready);
    watch.start();
    return watch;
  }

  /**
   * Removes the traces of deletions before a time, which otherwise stay in the bucket for ever.
   * Keys that are written meanwhile stay.
   */
  public void forgetDeletions(Instant before) throws ClusterUnavailable {
    for (KeyValueEntry deletion : deletions(before)) {
      // jnats' own purgeDeletes names no revision, and would remove a key that was created again.
      PurgeOptions upToDeletion =
          PurgeOptions.builder()
              .subject("$KV." + name + "." + deletion.getKey())
              .sequence(deletion.getRevision() + 1)
              .build();
      PurgeResponse _ =
          call(bucket -> bucket.streams().purgeStream(bucket.streamName(), upToDeletion));
    }
  }

  private List<KeyValueEntry> deletions(Instant before) throws ClusterUnavailable {
    var found = new ConcurrentLinkedQueue<KeyValueEntry>();
    var complete = new CountDownLatch(1);
    var watcher =
        new KeyValueWatcher() {
          @Override
          public void watch(KeyValueEntry entry) {
            if (entry.getOperation() != KeyValueOperation.PUT
                && entry.getCreated().toInstant().isBefore(before)) {
              found.add(entry);
            }
          }

          @Override
          public void endOfData() {
            complete.countDown();
          }
        };
    NatsKeyValueWatchSubscription reading =
        call(bucket -> bucket.keys().watchAll(watcher, KeyValueWatchOption.META_ONLY));
    try {
      if (!complete.await(READ_ALL.toSeconds(), TimeUnit.SECONDS)) {
        throw new ClusterUnavailable("The keys of " + name + " did not arrive.");
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new ClusterUnavailable("The read of " + name + " was interrupted.", hurried);
    } finally {
      NatsWatch.end(reading);
    }
    return List.copyOf(found);
  }

  /** Returns -1 when another writer was faster. */
  private long write(Operation<Long> operation) throws ClusterUnavailable {
    Long revision =
        call(
            bucket -> {
              try {
                return operation.on(bucket);
              } catch (JetStreamApiException problem) {
                if (isConflict(problem)) {
                  return -1L;
                }
                throw problem;
              }
            });
    return revision == null ? -1 : revision;
  }

  private static boolean isConflict(JetStreamApiException problem) {
    return switch (problem.getApiErrorCode()) {
      case WRONG_REVISION, WRONG_REVISION_SINCE_2_11, KEY_IN_PROGRESS -> true;
      default -> false;
    };
  }

  /** Translates everything that jnats throws. */
  <T extends @Nullable Object> T call(Operation<T> operation) throws ClusterUnavailable {
    return call(NOBODY_WITHIN, operation);
  }

  private <T extends @Nullable Object> T call(Duration repeatable, Operation<T> operation)
      throws ClusterUnavailable {
    try {
      return callRepeatedly(repeatable, operation);
    } catch (JetStreamApiException problem) {
      if (problem.getApiErrorCode() == BucketHandle.STREAM_NOT_FOUND) {
        handle = null; // the next operation creates it again
      }
      throw new ClusterUnavailable(
          "NATS cannot use the bucket " + name + ": " + problem.getErrorDescription(), problem);
    } catch (IOException | IllegalStateException problem) {
      throw new ClusterUnavailable("NATS did not answer: " + problem.getMessage(), problem);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new ClusterUnavailable("The wait for NATS was interrupted.", hurried);
    }
  }

  /**
   * Repeats an operation that nobody received, as happens right after a bucket was created. jnats
   * throws the same exception after a timeout, when a write may have happened, but later.
   */
  private <T extends @Nullable Object> T callRepeatedly(Duration repeatable, Operation<T> operation)
      throws ClusterUnavailable, IOException, JetStreamApiException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      long attempt = System.nanoTime();
      try {
        return operation.on(open());
      } catch (IOException nobody) {
        long now = System.nanoTime();
        if (now - attempt > repeatable.toNanos()
            || now - start > REPEAT_WITHIN.toNanos()
            || !connection.isConnected()) {
          throw nobody;
        }
        LockSupport.parkNanos(REPEAT_AFTER.toNanos());
      }
    }
  }

  private BucketHandle open() throws ClusterUnavailable, IOException, JetStreamApiException {
    NatsSession session = connection.session();
    if (session == null) {
      throw new ClusterUnavailable("There is no connection to NATS.");
    }
    BucketHandle current = handle;
    if (current != null && current.session() == session) {
      return current;
    }
    opening.lock();
    try {
      current = handle;
      if (current == null || current.session() != session) {
        current = BucketHandle.open(session, name, connection.settings().replicas());
        handle = current;
      }
      return current;
    } finally {
      opening.unlock();
    }
  }

  /** An operation on a bucket that may fail in the ways of jnats. */
  interface Operation<T extends @Nullable Object> {
    T on(BucketHandle bucket) throws IOException, JetStreamApiException, InterruptedException;
  }
}
