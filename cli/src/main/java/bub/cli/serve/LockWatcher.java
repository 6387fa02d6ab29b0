package bub.cli.serve;

import bub.bus.Hub;
import bub.bus.policy.BusLock;
import bub.bus.policy.LockReader;
import bub.protocol.ProgramName;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes in the lock files, applied on its own thread, so that the hub never waits for a disk. */
final class LockWatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LockWatcher.class);
  private static final Duration RHYTHM = Duration.ofMillis(250);

  private final LockReader reader;
  private final Hub hub;
  private final boolean facesNetwork;
  private final Thread thread;
  private volatile BusLock lock;
  private @Nullable BusLock applied;

  private LockWatcher(LockReader reader, BusLock lock, Hub hub, boolean facesNetwork) {
    this.reader = reader;
    this.lock = lock;
    this.hub = hub;
    this.facesNetwork = facesNetwork;
    this.thread = Thread.ofPlatform().daemon().name("bub-lock").unstarted(this::watch);
  }

  /** A bus that faces a network must never be open. */
  static LockWatcher watch(LockReader reader, BusLock lock, Hub hub, boolean facesNetwork) {
    var keeper = new LockWatcher(reader, lock, hub, facesNetwork);
    if (lock.problem() != null) {
      alarm(lock);
    }
    keeper.thread.start();
    return keeper;
  }

  /** Safe for any thread. */
  boolean isLocked() {
    return lock.isLocked();
  }

  /** Returns null while the bus accepts connections. Safe for any thread. */
  @Nullable String problem() {
    return lock.problem();
  }

  private void watch() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(RHYTHM);
        look();
      } catch (InterruptedException closed) {
        return;
      } catch (RuntimeException bug) {
        // Keep running: only this thread notices a revocation.
        LOG.error("Failed to check the tokens", bug);
      }
    }
  }

  private void look() {
    BusLock now = reader.read();
    if (now != applied) {
      applied = now;
      change(now);
    }
    // Apply the lock even without a change, because a token may have expired.
    BusLock current = lock;
    hub.execute(() -> hub.use(current));
  }

  private void change(BusLock now) {
    BusLock next =
        facesNetwork && !now.isLocked()
            ? lock.closed("an open bus may not listen on a network")
            : now;
    tell(lock, next);
    lock = next;
  }

  /** Logs one line per change of state, not per check. */
  private static void tell(BusLock before, BusLock now) {
    if (now.problem() != null) {
      if (!Objects.equals(before.problem(), now.problem())) {
        alarm(now);
      }
    } else if (before.problem() != null) {
      LOG.info("The bus accepts connections again and is {}", word(now));
    } else if (before.isLocked() != now.isLocked()) {
      LOG.info("The bus is now {}", word(now));
    } else {
      LOG.debug("The tokens have changed");
    }
  }

  private static String word(BusLock lock) {
    return lock.isLocked() ? "locked" : "open";
  }

  private static void alarm(BusLock lock) {
    LOG.error(
        "The locked bus rejects all connections: {}. Restore the file, or open the bus:  {}",
        lock.problem(),
        ProgramName.current().in("bub token unlock"));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
