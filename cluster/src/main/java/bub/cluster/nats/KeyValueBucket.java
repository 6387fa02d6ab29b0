package bub.cluster.nats;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keys with values and revisions that all nodes share. All methods are safe for any thread. Those
 * that throw {@link ClusterUnavailable} block for up to about two seconds, so the hub must not call
 * them.
 */
public interface KeyValueBucket {
  /** A present key. Revisions grow with every write to the bucket, so they order all writes. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes a value
  record Entry(String key, byte[] value, long revision) {}

  /** A change that a watch reports. */
  sealed interface Change {
    String key();

    long revision();

    /** A key was written. */
    record Put(Entry entry) implements Change {
      @Override
      public String key() {
        return entry.key();
      }

      @Override
      public long revision() {
        return entry.revision();
      }
    }

    /** A key was deleted. */
    record Deleted(String key, long revision) implements Change {}
  }

  /**
   * Returns null when the key is absent or deleted. The answer can be older than the last write
   * while NATS elects a leader; only a write with an expected revision decides.
   */
  @Nullable Entry get(String key) throws ClusterUnavailable;

  /** Returns the new revision, or -1 when another writer was faster. */
  long create(String key, byte[] value) throws ClusterUnavailable;

  /** Returns the new revision, or -1 when the key no longer has the expected one. */
  long update(String key, byte[] value, long expectedRevision) throws ClusterUnavailable;

  /** Returns false when the key no longer has the expected revision. */
  boolean delete(String key, long expectedRevision) throws ClusterUnavailable;

  /**
   * Passes every present entry and then every change in order of revision, never two at once.
   * {@code ready} runs once, after the present ones. After a reconnect the watch reads everything
   * again and passes only what differs. It may start without a connection.
   */
  Watch watch(String keyPrefix, Consumer<Change> changes, Runnable ready) throws ClusterUnavailable;

  /** A running watch. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }
}
