package bub.cluster.identity;

import bub.cluster.identity.ClaimResult.Claimed;
import bub.cluster.identity.ClaimResult.Overtaken;
import bub.cluster.identity.ClaimResult.Unavailable;
import bub.cluster.interest.NodeId;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyNames;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims of clientIds by the connections of this node. The cluster allows one owner per clientId,
 * and the newest claim wins. No method blocks; answers and losses come on other threads.
 */
public final class ClientIdClaims implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientIdClaims.class);
  private static final int MAX_PENDING = 4096;
  private static final int MAX_IN_FLIGHT = 64;
  private static final int MAX_ATTEMPTS = 32;
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);

  /** Observer of clientIds that connections of this node lose. */
  public interface Listener {
    /** A newer connection owns the clientId, so this one must be closed. */
    void lost(String clientId, String connectionId);
  }

  private final KeyValueBucket bucket;
  private final NodeId self;
  private final Listener listener;
  private final ReentrantLock lock = new ReentrantLock();
  private final ClaimTable table = new ClaimTable();
  private final ClaimRepairs repairs = new ClaimRepairs(this::repair);
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);
  private final AtomicInteger pending = new AtomicInteger();
  private KeyValueBucket.@Nullable Watch watch;
  private long lastNumber;

  public ClientIdClaims(KeyValueBucket bucket, NodeId self, Listener listener) {
    this.bucket = bucket;
    this.self = self;
    this.listener = listener;
  }

  public void start() throws ClusterUnavailable {
    repairs.start();
    watch = bucket.watch("", this::changed, () -> {});
  }

  /** Claims a clientId for a connection. The answer comes exactly once. */
  public void claim(String clientId, String connectionId, Consumer<ClaimResult> done) {
    if (pending.incrementAndGet() > MAX_PENDING) {
      pending.decrementAndGet();
      done.accept(new Unavailable("Too many connections wait for the cluster."));
      return;
    }
    ClientIdOwner claim;
    lock.lock();
    try {
      claim = new ClientIdOwner(self, connectionId, ++lastNumber);
      table.want(clientId, claim);
    } finally {
      lock.unlock();
    }
    Thread.ofVirtual().name("bub-claim").start(() -> attempt(clientId, claim, done));
  }

  private void attempt(String clientId, ClientIdOwner claim, Consumer<ClaimResult> done) {
    ClaimResult result;
    try {
      result = attemptInTurn(clientId, claim);
    } catch (ClusterUnavailable unavailable) {
      String reason = unavailable.getMessage();
      result = new Unavailable(reason == null ? "The cluster did not answer." : reason);
      // The write may have happened; a repair removes it or gives it back to its owner.
      giveUp(clientId, claim);
      repairs.add(clientId);
    } finally {
      pending.decrementAndGet();
    }
    done.accept(result);
  }

  private ClaimResult attemptInTurn(String clientId, ClientIdOwner claim)
      throws ClusterUnavailable {
    try {
      if (!inFlight.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new ClusterUnavailable("The cluster is too slow.");
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new ClusterUnavailable("This node stops.", hurried);
    }
    try {
      return write(clientId, claim);
    } finally {
      inFlight.release();
    }
  }

  private ClaimResult write(String clientId, ClientIdOwner claim) throws ClusterUnavailable {
    String key = KeyNames.encode(clientId);
    byte[] value = claim.encode();
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (!isWanted(clientId, claim)) {
        return new Overtaken();
      }
      Entry entry = bucket.get(key);
      long revision =
          entry == null ? bucket.create(key, value) : bucket.update(key, value, entry.revision());
      if (revision > 0) {
        return took(clientId, claim, revision);
      }
    }
    throw new ClusterUnavailable("Too many connections claim " + clientId + " at once.");
  }

  private ClaimResult took(String clientId, ClientIdOwner claim, long revision) {
    ClaimTable.Taken taken;
    lock.lock();
    try {
      if (!table.isWanted(clientId, claim)) {
        // Released or replaced during the write: whoever is there now gets the entry.
        repairs.add(clientId);
        return new Overtaken();
      }
      taken = table.take(clientId, claim, revision);
    } finally {
      lock.unlock();
    }
    if (taken.previous() != null) {
      listener.lost(clientId, taken.previous().connectionId());
    }
    if (taken.deleted()) {
      repairs.add(clientId);
    }
    return taken.stillOwned() ? new Claimed(revision) : new Overtaken();
  }

  private boolean isWanted(String clientId, ClientIdOwner claim) {
    lock.lock();
    try {
      return table.isWanted(clientId, claim);
    } finally {
      lock.unlock();
    }
  }

  private void giveUp(String clientId, ClientIdOwner claim) {
    lock.lock();
    try {
      table.giveUp(clientId, claim);
    } finally {
      lock.unlock();
    }
  }

  /** Gives a clientId back, if the connection has it. */
  public void release(String clientId, String connectionId) {
    boolean found;
    lock.lock();
    try {
      found = table.release(clientId, connectionId);
    } finally {
      lock.unlock();
    }
    if (found) {
      repairs.add(clientId);
    }
  }

  private void changed(Change change) {
    String clientId;
    try {
      clientId = KeyNames.decode(change.key());
    } catch (IllegalArgumentException foreign) {
      return;
    }
    switch (change) {
      case Change.Put(Entry entry) -> put(clientId, entry);
      case Change.Deleted(String _, long revision) -> {
        lock.lock();
        try {
          if (table.deleted(clientId, revision)) {
            repairs.add(clientId);
          }
        } finally {
          lock.unlock();
        }
      }
    }
  }

  private void put(String clientId, Entry entry) {
    ClientIdOwner owner = ClientIdOwner.decode(entry.value());
    ClientIdOwner loser = null;
    lock.lock();
    try {
      if (owner == null || !owner.node().equals(self)) {
        loser = table.overtaken(clientId, entry.revision());
      } else if (table.knows(clientId, owner)) {
        table.confirm(clientId, owner, entry.revision());
      } else {
        repairs.add(clientId);
      }
    } finally {
      lock.unlock();
    }
    if (loser != null) {
      listener.lost(clientId, loser.connectionId());
    }
  }

  /** Makes the entry of a clientId say what this node knows, unless another node owns it. */
  private void repair(String clientId) throws ClusterUnavailable {
    String key = KeyNames.encode(clientId);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Entry entry = bucket.get(key);
      ClientIdOwner inBucket = entry == null ? null : ClientIdOwner.decode(entry.value());
      boolean mine = inBucket != null && inBucket.node().equals(self);
      ClientIdOwner owner;
      lock.lock();
      try {
        owner = table.owner(clientId);
        if (inBucket != null && table.knows(clientId, inBucket)) {
          table.confirm(clientId, inBucket, entry == null ? 0 : entry.revision());
          return;
        }
      } finally {
        lock.unlock();
      }
      if (entry == null ? owner == null : owner == null && !mine) {
        return;
      }
      if (entry != null && !mine) {
        put(clientId, entry);
        return;
      }
      if (owner == null && entry != null) {
        if (bucket.delete(key, entry.revision())) {
          return;
        }
      } else if (owner != null) {
        long revision =
            entry == null
                ? bucket.create(key, owner.encode())
                : bucket.update(key, owner.encode(), entry.revision());
        if (revision > 0) {
          confirm(clientId, owner, revision);
          return;
        }
      }
    }
  }

  private void confirm(String clientId, ClientIdOwner owner, long revision) {
    boolean stillOwner;
    lock.lock();
    try {
      stillOwner = table.knows(clientId, owner);
      table.confirm(clientId, owner, revision);
    } finally {
      lock.unlock();
    }
    if (!stillOwner) {
      repairs.add(clientId);
    }
  }

  /**
   * Compares all claims of this node with the bucket, after a reconnect: deleted entries are
   * written again, and connections whose clientId has a newer owner are lost.
   */
  public void revalidate() throws ClusterUnavailable {
    var present = BucketScan.read(bucket);
    Set<String> owned;
    lock.lock();
    try {
      owned = table.owned();
    } finally {
      lock.unlock();
    }
    for (String clientId : owned) {
      Entry entry = present.get(KeyNames.encode(clientId));
      ClientIdOwner inBucket = entry == null ? null : ClientIdOwner.decode(entry.value());
      if (inBucket == null || !knows(clientId, inBucket)) {
        repairs.add(clientId);
      }
    }
  }

  private boolean knows(String clientId, ClientIdOwner claim) {
    lock.lock();
    try {
      return table.knows(clientId, claim);
    } finally {
      lock.unlock();
    }
  }

  /** Deletes the entries of a dead node. Claims of other nodes that come meanwhile stay. */
  public void forgetNode(NodeId dead) throws ClusterUnavailable {
    for (Entry entry : BucketScan.read(bucket).values()) {
      ClientIdOwner owner = ClientIdOwner.decode(entry.value());
      if (owner != null
          && owner.node().equals(dead)
          && bucket.delete(entry.key(), entry.revision())) {
        LOG.debug("Forgot a clientId of the dead node {}", dead);
      }
    }
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
    repairs.close();
  }
}
