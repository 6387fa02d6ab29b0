package bub.cluster.lease;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record by which this node proves that it lives, and the time until which all its leases are
 * valid. The time counts from before the last successful write, and ends before others may declare
 * the node dead. One write renews any number of leases.
 */
final class Heartbeat {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
  private static final int MAX_ATTEMPTS = 3;

  /** A life and the end of its validity; both change together. */
  private record Proof(LeaseHolder life, boolean given, long validUntil) {}

  private final KeyValueBucket bucket;
  private final String key;
  private final long validNanos;
  private final LongSupplier clock;
  private final ReentrantLock beating = new ReentrantLock();
  private volatile Proof proof;
  private long revision;
  private long beats;

  /** {@code validFor} is the time after which others declare a node dead, less a margin. */
  Heartbeat(KeyValueBucket bucket, LeaseHolder first, Duration validFor, LongSupplier clock) {
    this.bucket = bucket;
    this.key = LeaseKeys.node(first.node());
    this.validNanos = validFor.toNanos();
    this.clock = clock;
    this.proof = new Proof(first, false, 0);
  }

  Leases.Validity validity() {
    Proof current = proof;
    long left = current.given() ? current.validUntil() - clock.getAsLong() : 0;
    return new Leases.Validity(current.life().life(), Duration.ofNanos(Math.max(0, left)));
  }

  LeaseHolder life() {
    return proof.life();
  }

  /** True while nobody else may take a lease of this life. */
  boolean isValid(LeaseHolder life) {
    Proof current = proof;
    return current.given()
        && current.life().equals(life)
        && clock.getAsLong() - current.validUntil() < 0;
  }

  /** Proves that this node lives, in a new life if the last one may be over. */
  void beat() throws ClusterUnavailable {
    beating.lock();
    try {
      if (proof.given() && !isValid(proof.life())) {
        startNextLife();
      }
      for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        long sent = clock.getAsLong();
        long written = write();
        if (written > 0) {
          revision = written;
          proof = new Proof(proof.life(), true, sent + validNanos);
          return;
        }
        catchUp();
      }
      throw new ClusterUnavailable("The record of this node keeps changing.");
    } finally {
      beating.unlock();
    }
  }

  private long write() throws ClusterUnavailable {
    beats++;
    byte[] value = (new String(proof.life().encode(), UTF_8) + " " + beats).getBytes(UTF_8);
    return revision == 0 ? bucket.create(key, value) : bucket.update(key, value, revision);
  }

  /** Reads the record after a write has failed: an answer was lost, or someone removed it. */
  private void catchUp() throws ClusterUnavailable {
    Entry entry = bucket.get(key);
    revision = entry == null ? 0 : entry.revision();
    LeaseHolder written = entry == null ? null : LeaseHolder.decode(entry.value());
    if (!proof.life().equals(written) && proof.given()) {
      LOG.warn("The cluster declared this node dead; it loses its leases");
      startNextLife();
    }
  }

  private void startNextLife() {
    proof = new Proof(proof.life().next(), false, 0);
  }

  /** Ends this life at once, so that others need not wait. */
  void stop() {
    beating.lock();
    try {
      startNextLife();
      if (revision > 0 && bucket.delete(key, revision)) {
        revision = 0;
      }
    } catch (ClusterUnavailable expires) {
      LOG.debug("The record of this node expires by itself", expires);
    } finally {
      beating.unlock();
    }
  }
}
