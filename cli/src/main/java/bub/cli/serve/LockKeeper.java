package bub.cli.serve;

import bub.bus.Hub;
import bub.bus.policy.Lock;
import bub.bus.policy.LockReader;
import bub.cli.screen.ProgramName;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the hub's lock as its files say, also when they change while the bus runs. On a thread of
 * its own: the hub never waits for a disk.
 */
final class LockKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LockKeeper.class);
  private static final Duration RHYTHM = Duration.ofMillis(250);

  private final LockReader reader;
  private final Hub hub;
  private final boolean facesNetwork;
  private final Thread thread;
  private volatile Lock lock;
  private @Nullable Lock applied;

  private LockKeeper(LockReader reader, Lock lock, Hub hub, boolean facesNetwork) {
    this.reader = reader;
    this.lock = lock;
    this.hub = hub;
    this.facesNetwork = facesNetwork;
    this.thread = Thread.ofPlatform().daemon().name("bub-lock").unstarted(this::watch);
  }

  /**
   * Looks at the files from now on.
   *
   * @param lock the one that the hub began with
   * @param facesNetwork true when the bus may never be open
   */
  static LockKeeper watch(LockReader reader, Lock lock, Hub hub, boolean facesNetwork) {
    var keeper = new LockKeeper(reader, lock, hub, facesNetwork);
    if (lock.problem() != null) {
      alarm(lock);
    }
    keeper.thread.start();
    return keeper;
  }

  /** True when every connection must present a token. Safe for any thread. */
  boolean isLocked() {
    return lock.isLocked();
  }

  /** The reason why nobody is let in, or null. Safe for any thread. */
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
        // This thread is all that notices a revocation.
        LOG.error("looking at the tokens failed", bug);
      }
    }
  }

  private void look() {
    Lock now = reader.read();
    if (now != applied) {
      applied = now;
      change(now);
    }
    // Also without news: a token may have expired.
    Lock current = lock;
    hub.execute(() -> hub.use(current));
  }

  private void change(Lock now) {
    Lock next =
        facesNetwork && !now.isLocked()
            ? lock.closed("an open bus may not listen on a network")
            : now;
    tell(lock, next);
    lock = next;
  }

  /** One line for each state, not for each look. */
  private static void tell(Lock before, Lock now) {
    if (now.problem() != null) {
      if (!Objects.equals(before.problem(), now.problem())) {
        alarm(now);
      }
    } else if (before.problem() != null) {
      LOG.info("new connections are let in again: the bus is {}", word(now));
    } else if (before.isLocked() != now.isLocked()) {
      LOG.info("the bus is {} now", word(now));
    } else {
      LOG.debug("the tokens have changed");
    }
  }

  private static String word(Lock lock) {
    return lock.isLocked() ? "locked" : "open";
  }

  private static void alarm(Lock lock) {
    LOG.error(
        "the locked bus lets nobody in: {}. Put the file back, or open the bus:  {}",
        lock.problem(),
        ProgramName.current().in("bub token unlock"));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
