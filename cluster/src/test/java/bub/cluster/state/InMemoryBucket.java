package bub.cluster.state;

import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Bucket of a test, which can become unreachable. Each node has its own view of one bucket. */
final class InMemoryBucket implements KeyValueBucket, AutoCloseable {
  private final Map<String, Entry> entries = new TreeMap<>();
  private final List<Follower> followers = new ArrayList<>();
  private final ExecutorService passing = Executors.newSingleThreadExecutor();
  private long revision;

  /** Connection of one node to the bucket. */
  final class View implements KeyValueBucket {
    private volatile boolean reachable = true;

    void disconnect() {
      reachable = false;
    }

    void reconnect() {
      synchronized (InMemoryBucket.this) {
        reachable = true;
        followers.stream().filter(follower -> follower.view == this).forEach(Follower::catchUp);
      }
    }

    private void check() throws ClusterUnavailable {
      if (!reachable) {
        throw new ClusterUnavailable("There is no connection to NATS.");
      }
    }

    @Override
    public @Nullable Entry get(String key) throws ClusterUnavailable {
      check();
      return InMemoryBucket.this.get(key);
    }

    @Override
    public long create(String key, byte[] value) throws ClusterUnavailable {
      check();
      return InMemoryBucket.this.create(key, value);
    }

    @Override
    public long update(String key, byte[] value, long expectedRevision) throws ClusterUnavailable {
      check();
      return InMemoryBucket.this.update(key, value, expectedRevision);
    }

    @Override
    public boolean delete(String key, long expectedRevision) throws ClusterUnavailable {
      check();
      return InMemoryBucket.this.delete(key, expectedRevision);
    }

    @Override
    public Watch watch(String keyPrefix, Consumer<Change> changes, Runnable ready) {
      return follow(this, keyPrefix, changes, ready);
    }
  }

  private final class Follower implements Watch {
    private final @Nullable View view;
    private final String prefix;
    private final Consumer<Change> changes;
    private final List<Change> missed = new ArrayList<>();
    private @Nullable Runnable ready;

    Follower(@Nullable View view, String prefix, Consumer<Change> changes, Runnable ready) {
      this.view = view;
      this.prefix = prefix;
      this.changes = changes;
      this.ready = ready;
    }

    void pass(Change change) {
      if (change.key().startsWith(prefix)) {
        missed.add(change);
        catchUp();
      }
    }

    void catchUp() {
      if (view != null && !view.reachable) {
        return;
      }
      List<Change> now = List.copyOf(missed);
      missed.clear();
      Runnable first = ready;
      ready = null;
      passing.execute(
          () -> {
            now.forEach(changes);
            if (first != null) {
              first.run();
            }
          });
    }

    @Override
    public void close() {
      synchronized (InMemoryBucket.this) {
        followers.remove(this);
      }
    }
  }

  View view() {
    return new View();
  }

  synchronized List<String> keys() {
    return List.copyOf(entries.keySet());
  }

  @Override
  public synchronized @Nullable Entry get(String key) {
    return entries.get(key);
  }

  @Override
  public synchronized long create(String key, byte[] value) {
    return entries.containsKey(key) ? -1 : put(key, value);
  }

  @Override
  public synchronized long update(String key, byte[] value, long expectedRevision) {
    Entry entry = entries.get(key);
    return entry == null || entry.revision() != expectedRevision ? -1 : put(key, value);
  }

  private long put(String key, byte[] value) {
    var entry = new Entry(key, value.clone(), ++revision);
    entries.put(key, entry);
    List.copyOf(followers).forEach(follower -> follower.pass(new Change.Put(entry)));
    return revision;
  }

  @Override
  public synchronized boolean delete(String key, long expectedRevision) {
    Entry entry = entries.get(key);
    if (entry == null || entry.revision() != expectedRevision) {
      return false;
    }
    entries.remove(key);
    long now = ++revision;
    List.copyOf(followers).forEach(follower -> follower.pass(new Change.Deleted(key, now)));
    return true;
  }

  @Override
  public Watch watch(String keyPrefix, Consumer<Change> changes, Runnable ready) {
    return follow(null, keyPrefix, changes, ready);
  }

  private synchronized Watch follow(
      @Nullable View view, String prefix, Consumer<Change> changes, Runnable ready) {
    var follower = new Follower(view, prefix, changes, ready);
    followers.add(follower);
    for (Entry entry : entries.values()) {
      if (entry.key().startsWith(prefix)) {
        follower.missed.add(new Change.Put(entry));
      }
    }
    follower.catchUp();
    return follower;
  }

  @Override
  public void close() {
    passing.shutdownNow();
  }
}
