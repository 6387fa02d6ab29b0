package bub.channel;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.json.InvalidField;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.cluster.ClusterOrder;
import bub.protocol.cluster.LeaseAnswer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease that lets one of several equal bridges in a cluster serve a channel. A bus that is no node
 * of a cluster has no leases, so its bridge is always on duty. Safe for any thread.
 */
public final class ChannelLease implements ChannelDuty, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelLease.class);
  private static final Duration RENEW_EVERY = Duration.ofSeconds(1);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);

  private enum State {
    UNKNOWN,
    NO_CLUSTER,
    HELD,
    STANDBY
  }

  private final BusClient client;
  private final String name;
  private final LongSupplier nanoTime;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private State state = State.UNKNOWN;
  private long validUntil;

  public ChannelLease(BusClient client, String name, LongSupplier nanoTime) {
    this.client = client;
    this.name = name;
    this.nanoTime = nanoTime;
    this.thread = Thread.ofVirtual().name("lease-" + name).unstarted(this::renew);
  }

  public ChannelLease start() {
    thread.start();
    return this;
  }

  @Override
  public boolean isStandby() {
    lock.lock();
    try {
      return state == State.STANDBY;
    } finally {
      lock.unlock();
    }
  }

  private boolean isHeld() {
    return switch (state) {
      case NO_CLUSTER -> true;
      case HELD -> nanoTime.getAsLong() - validUntil < 0;
      case UNKNOWN, STANDBY -> false;
    };
  }

  public void awaitHeld() throws InterruptedException {
    lock.lock();
    try {
      while (!isHeld()) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns false when the lease is still held after this time. */
  public boolean awaitLost(Duration atMost) throws InterruptedException {
    long end = nanoTime.getAsLong() + atMost.toNanos();
    lock.lock();
    try {
      long left = remaining(end);
      while (isHeld() && left > 0) {
        changed.awaitNanos(left);
        left = remaining(end);
      }
      return !isHeld();
    } finally {
      lock.unlock();
    }
  }

  private long remaining(long end) {
    long left = end - nanoTime.getAsLong();
    return state == State.HELD ? Math.min(left, validUntil - nanoTime.getAsLong()) : left;
  }

  private void renew() {
    try {
      while (true) {
        long asked = nanoTime.getAsLong();
        take(asked, ask());
        TimeSource.system().sleep(RENEW_EVERY);
      }
    } catch (InterruptedException closed) {
      LOG.debug("The lease {} is not renewed any more", name);
    }
  }

  private @Nullable List<Ack> ask() throws InterruptedException {
    try {
      var order = new ClusterOrder.AcquireLease(name);
      return client.send(client.compose(ClusterOrder.ADDRESS, order), ANSWER_WITHIN).acks();
    } catch (RpcException | NoAnswer unknown) {
      return null;
    }
  }

  private void take(long asked, @Nullable List<Ack> acks) {
    lock.lock();
    try {
      State before = state;
      if (acks != null && acks.isEmpty()) {
        state = State.NO_CLUSTER;
      } else if (acks != null) {
        LeaseAnswer answer = LeaseAnswer.read(acks.getFirst().payload());
        if (answer.held()) {
          state = State.HELD;
          validUntil = asked + Duration.ofMillis(answer.validForMillis()).toNanos();
        } else if (answer.holder() != null) {
          state = State.STANDBY;
        }
      }
      if (state == State.HELD && !isHeld()) {
        state = State.UNKNOWN;
      }
      if (before != state) {
        LOG.info("The lease {} is now: {}", name, state);
      }
      changed.signalAll();
    } catch (InvalidField refused) {
      LOG.warn("The bus refused the lease {}: {}", name, acks);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /** Gives the lease back, so that another bridge need not wait. Call it after the last effect. */
  public void release() {
    try {
      client.send(
          client.compose(ClusterOrder.ADDRESS, new ClusterOrder.ReleaseLease(name)), ANSWER_WITHIN);
    } catch (RpcException | NoAnswer later) {
      LOG.debug("The lease {} ends by itself", name);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
