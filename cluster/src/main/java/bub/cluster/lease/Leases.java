package bub.cluster.lease;

import bub.cluster.interest.NodeId;
import bub.cluster.lease.Acquisition.Held;
import bub.cluster.lease.Acquisition.HeldBy;
import bub.cluster.lease.Acquisition.Unavailable;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Named exclusive leases of this node. Each node proves with one record that it lives, and a lease
 * refers to a life of a node, so renewal costs one write for any number of leases. A node whose
 * record has not changed for the duration is declared dead by compare-and-set on that record; only
 * then may others take its leases. The node itself gives them up earlier. Revisions are the fencing
 * tokens.
 */
public final class Leases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final Duration DURATION = Duration.ofSeconds(10);
  private static final int MAX_LEASES = 100_000;
  private static final int MAX_ATTEMPTS = 8;
  private static final int STRIPES = 64;

  /** Observer of leases. Its methods must not block. */
  public interface Listener {
    /** This node no longer holds the lease. Nobody else holds it yet, unless this node paused. */
    void lost(String name);

    /** A node stopped or was declared dead, so its leases are free. */
    void died(NodeId node);
  }

  /** A lease that this node holds. */
  private record OwnLease(long token, LeaseHolder life) {}

  private final KeyValueBucket bucket;
  private final Listener listener;
  private final Duration duration;
  private final Heartbeat heartbeat;
  private final LeaseView view;
  private final EndedLives ended;
  private final LeaseTimer timer;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, OwnLease> own = new HashMap<>();
  private final Set<String> unwanted = ConcurrentHashMap.newKeySet();
  // Two threads of this node must not write one lease at once.
  private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];
  private KeyValueBucket.@Nullable Watch watch;

  public Leases(KeyValueBucket bucket, NodeId self, Listener listener) {
    this(bucket, self, listener, DURATION, System::nanoTime);
  }

  Leases(
      KeyValueBucket bucket,
      NodeId self,
      Listener listener,
      Duration duration,
      LongSupplier clock) {
    this.bucket = bucket;
    this.listener = listener;
    this.duration = duration;
    Duration margin = duration.dividedBy(4);
    this.heartbeat = new Heartbeat(bucket, new LeaseHolder(self, 1), duration.minus(margin), clock);
    this.view = new LeaseView(clock);
    this.ended = new EndedLives(bucket);
    this.timer = new LeaseTimer(duration, this::beat, this::dropExpired);
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new ReentrantLock();
    }
  }

  /** Starts the threads that renew and watch. */
  public void start() throws ClusterUnavailable {
    startWatching();
    timer.start();
  }

  void startWatching() throws ClusterUnavailable {
    watch = bucket.watch("", this::changed, () -> {});
  }

  /** Blocks for up to a few seconds. */
  public Acquisition acquire(String name) {
    return acquire(name, _ -> true);
  }

  /** Takes a lease of a node that is dead only if {@code mayTakeFrom} that node. Blocks. */
  public Acquisition acquire(String name, Predicate<NodeId> mayTakeFrom) {
    ReentrantLock stripe = stripe(name);
    stripe.lock();
    try {
      return acquireAlone(name, mayTakeFrom);
    } catch (ClusterUnavailable unavailable) {
      unwanted.add(name); // the write may have happened
      String reason = unavailable.getMessage();
      return new Unavailable(reason == null ? "The cluster did not answer." : reason);
    } finally {
      stripe.unlock();
    }
  }

  private Acquisition acquireAlone(String name, Predicate<NodeId> mayTakeFrom)
      throws ClusterUnavailable {
    OptionalLong token = token(name);
    if (token.isPresent()) {
      return new Held(token.getAsLong());
    }
    LeaseHolder life = heartbeat.life();
    if (!heartbeat.isValid(life)) {
      return new Unavailable("This node has no contact with the cluster.");
    }
    if (isFull()) {
      return new Unavailable("This node holds " + MAX_LEASES + " leases, which is the limit.");
    }
    String key = LeaseKeys.lease(name);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Entry entry = bucket.get(key);
      long revision;
      if (entry == null) {
        revision = bucket.create(key, life.encode());
      } else {
        LeaseHolder holder = LeaseHolder.decode(entry.value());
        if (holder == null) {
          return new Unavailable("A newer version of bub wrote the lease " + name + ".");
        }
        if (!isOver(holder, life) || !mayTakeFrom.test(holder.node())) {
          return new HeldBy(holder.node());
        }
        revision = bucket.update(key, life.encode(), entry.revision());
      }
      if (revision > 0) {
        return keep(name, new OwnLease(revision, life));
      }
    }
    throw new ClusterUnavailable("Too many nodes want the lease " + name + " at once.");
  }

  private boolean isOver(LeaseHolder holder, LeaseHolder self) throws ClusterUnavailable {
    // An earlier life of this node, or a write whose answer was lost.
    return holder.node().equals(self.node()) || ended.contains(holder);
  }

  private Acquisition keep(String name, OwnLease lease) {
    lock.lock();
    try {
      LeaseView.SeenLease seen = view.lease(name);
      if (seen != null && seen.revision() > lease.token() && !seen.holder().equals(lease.life())) {
        return new HeldBy(seen.holder().node());
      }
      if (!heartbeat.isValid(lease.life())) {
        return new Unavailable("This node lost contact with the cluster.");
      }
      unwanted.remove(name);
      own.put(name, lease);
      return new Held(lease.token());
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull() {
    lock.lock();
    try {
      return own.size() >= MAX_LEASES;
    } finally {
      lock.unlock();
    }
  }

  /** Fencing token of a lease, while this node holds it. Check it right before every effect. */
  public OptionalLong token(String name) {
    lock.lock();
    try {
      OwnLease lease = own.get(name);
      return lease != null && heartbeat.isValid(lease.life())
          ? OptionalLong.of(lease.token())
          : OptionalLong.empty();
    } finally {
      lock.unlock();
    }
  }

  /** Living node that holds a lease, as this node last saw it. */
  public @Nullable NodeId holder(String name) {
    lock.lock();
    try {
      return view.livingHolder(name);
    } finally {
      lock.unlock();
    }
  }

  /** Node that held a lease last, even if it is dead; null when nobody holds it. */
  public @Nullable NodeId lastHolder(String name) {
    lock.lock();
    try {
      LeaseView.SeenLease lease = view.lease(name);
      return lease == null ? null : lease.holder().node();
    } finally {
      lock.unlock();
    }
  }

  /** Node that holds a lease in the cluster, even if it is dead. Blocks. */
  public @Nullable NodeId find(String name) throws ClusterUnavailable {
    Entry entry = bucket.get(LeaseKeys.lease(name));
    LeaseHolder holder = entry == null ? null : LeaseHolder.decode(entry.value());
    return holder == null ? null : holder.node();
  }

  /** Leases whose holder is dead, at most {@code max} of those that begin with a prefix. */
  public Map<String, NodeId> orphans(String prefix, int max) {
    lock.lock();
    try {
      return view.orphans(prefix, max);
    } finally {
      lock.unlock();
    }
  }

  /** Life of this node and the time for which its leases are valid. */
  public record Validity(long life, Duration remaining) {}

  public Validity validity() {
    return heartbeat.validity();
  }

  /** Names of the leases that a node held last, even if it is dead. */
  public List<String> leasesOf(NodeId node) {
    lock.lock();
    try {
      return view.leasesOf(node);
    } finally {
      lock.unlock();
    }
  }

  /** Gives a lease back. Blocks for up to a few seconds; the cluster may learn it later. */
  public void release(String name) {
    ReentrantLock stripe = stripe(name);
    stripe.lock();
    try {
      OwnLease lease;
      lock.lock();
      try {
        lease = own.remove(name);
      } finally {
        lock.unlock();
      }
      if (lease != null) {
        unwanted.add(name);
        deleteUnwanted(name);
      }
    } catch (ClusterUnavailable later) {
      LOG.debug("The lease {} is given back later", name);
    } finally {
      stripe.unlock();
    }
  }

  /** Deletes a lease of this node that nobody here uses. */
  private void deleteUnwanted(String name) throws ClusterUnavailable {
    String key = LeaseKeys.lease(name);
    Entry entry = token(name).isPresent() ? null : bucket.get(key);
    LeaseHolder holder = entry == null ? null : LeaseHolder.decode(entry.value());
    boolean mine = holder != null && holder.node().equals(heartbeat.life().node());
    if (entry == null || !mine || bucket.delete(key, entry.revision())) {
      unwanted.remove(name);
    }
  }

  private void changed(Change change) {
    String lost = null;
    NodeId dead;
    lock.lock();
    try {
      dead = view.take(change);
      String name = LeaseKeys.leaseName(change.key());
      OwnLease lease = name == null ? null : own.get(name);
      if (name != null && lease != null && change.revision() > lease.token()) {
        LeaseView.SeenLease seen = view.lease(name);
        if (seen == null || !seen.holder().equals(lease.life())) {
          own.remove(name);
          lost = name;
        }
      }
    } finally {
      lock.unlock();
    }
    if (lost != null) {
      listener.lost(lost);
    }
    if (dead != null && !dead.equals(heartbeat.life().node())) {
      listener.died(dead);
    }
  }

  /** Renews all leases with one write, and does what else needs the cluster. */
  void beat() {
    try {
      heartbeat.beat();
      dropExpired();
      declareDead();
      for (String name : unwanted) {
        clean(name);
      }
    } catch (ClusterUnavailable missed) {
      LOG.debug("The leases of this node were not renewed: {}", missed.getMessage());
      dropExpired();
    }
  }

  private void clean(String name) throws ClusterUnavailable {
    ReentrantLock stripe = stripe(name);
    stripe.lock();
    try {
      deleteUnwanted(name);
    } finally {
      stripe.unlock();
    }
  }

  private void declareDead() throws ClusterUnavailable {
    List<LeaseView.SeenNode> silent;
    lock.lock();
    try {
      silent = view.silentFor(duration.toNanos());
    } finally {
      lock.unlock();
    }
    for (LeaseView.SeenNode node : silent) {
      if (!node.holder().node().equals(heartbeat.life().node())
          && bucket.delete(node.key(), node.revision())) {
        LOG.info("Node {} has been silent for {}; its leases are free", node.holder(), duration);
      }
    }
  }

  /** Gives up the leases whose time is over, without the cluster. */
  void dropExpired() {
    var lost = new ArrayList<String>();
    lock.lock();
    try {
      own.entrySet()
          .removeIf(
              lease -> {
                boolean over = !heartbeat.isValid(lease.getValue().life());
                if (over) {
                  lost.add(lease.getKey());
                }
                return over;
              });
    } finally {
      lock.unlock();
    }
    lost.forEach(listener::lost);
  }

  private ReentrantLock stripe(String name) {
    return stripes[Math.floorMod(name.hashCode(), STRIPES)];
  }

  /** Gives all leases back at once. */
  @Override
  public void close() {
    timer.close();
    if (watch != null) {
      watch.close();
    }
    heartbeat.stop();
    lock.lock();
    try {
      own.clear();
    } finally {
      lock.unlock();
    }
  }
}
