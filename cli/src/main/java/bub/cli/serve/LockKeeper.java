package bub.cli.serve;

import bub.bus.Hub;
import bub.bus.policy.Lock;
import bub.bus.policy.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the hub's lock as the token file says, also when it changes while the bus runs. On a thread
 * of its own: the hub never waits for a disk.
 */
final class LockKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LockKeeper.class);
  private static final Duration RHYTHM = Duration.ofMillis(250);

  /** Tells one state of the file from the next; a file that is not there has one too. */
  private record Fingerprint(FileTime modified, long size) {
    private static final Fingerprint NO_FILE = new Fingerprint(FileTime.from(Instant.EPOCH), -1);
    private static final Fingerprint UNSEEN = new Fingerprint(FileTime.from(Instant.EPOCH), -2);

    static Fingerprint of(Path path) throws IOException {
      return Files.exists(path)
          ? new Fingerprint(Files.getLastModifiedTime(path), Files.size(path))
          : NO_FILE;
    }
  }

  private final TokenFile file;
  private final Hub hub;
  private final Thread thread;
  private Fingerprint seen;

  private LockKeeper(TokenFile file, Hub hub, Fingerprint seen) {
    this.file = file;
    this.hub = hub;
    this.seen = seen;
    this.thread = Thread.ofPlatform().daemon().name("bub-lock").unstarted(this::watch);
  }

  /** Looks at the file from now on; the first look applies it in any case. */
  static LockKeeper watch(TokenFile file, Hub hub) {
    var keeper = new LockKeeper(file, hub, Fingerprint.UNSEEN);
    keeper.thread.start();
    return keeper;
  }

  private void watch() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(RHYTHM);
        look();
      } catch (InterruptedException closed) {
        return;
      } catch (IOException damaged) {
        // The last good state holds: a damaged file neither opens the door nor shuts everyone out.
        LOG.error("the tokens cannot be read, so nothing changes: {}", damaged.getMessage());
      }
    }
  }

  private void look() throws IOException {
    Fingerprint now = Fingerprint.of(file.path());
    if (now.equals(seen)) {
      hub.execute(hub::expelExpired);
      return;
    }
    boolean first = seen.equals(Fingerprint.UNSEEN);
    seen = now;
    Lock lock = Lock.of(file.read(), Clock.systemUTC());
    if (!first) {
      LOG.info(lock.isLocked() ? "the tokens have changed" : "the bus is open again: no tokens");
    }
    hub.execute(() -> hub.use(lock));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
