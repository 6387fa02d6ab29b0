package bub.bus.policy;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Derives the lock of a bus from its files, and remembers that the bus was locked: files that
 * disappear or cannot be read close it to newcomers and never open it. Safe for any thread.
 */
public final class LockReader {
  private static final Logger LOG = LoggerFactory.getLogger(LockReader.class);

  private final LockFiles files;
  private final InstantSource clock;
  private BusLock last = BusLock.open();
  private List<StoredToken> own = List.of();
  private boolean wasLocked;
  private String lockId = "";
  private @Nullable List<FileVersion> seen;

  public LockReader(LockFiles files, InstantSource clock) {
    this.files = files;
    this.clock = clock;
  }

  /** The lock of this moment. Files are read again when they changed or could not be read. */
  public synchronized BusLock read() {
    List<FileVersion> now = files.versions();
    if (now != null && now.equals(seen)) {
      return last;
    }
    boolean complete = readOwn();
    try {
      last = derive();
      complete &= last.problem() == null;
    } catch (IOException unreadable) {
      complete = false;
      last = withoutTokens(unreadable);
    }
    // Only after reading: what could not be read must be read again.
    seen = complete ? now : null;
    return last;
  }

  /** False when the list of own tokens could not be read; the one before then stays. */
  private boolean readOwn() {
    try {
      List<StoredToken> found = files.own().read();
      // Nobody removes this file on purpose, so a missing one tells nothing.
      own = found == null ? own : found;
      return true;
    } catch (IOException unreadable) {
      LOG.debug("the tokens of bub's own parts cannot be read", unreadable);
      return false;
    }
  }

  private BusLock derive() throws IOException {
    List<StoredToken> tokens = files.tokens().read();
    if (tokens != null) {
      wasLocked = true;
      remember(adopt());
      return BusLock.of(tokens, own, clock);
    }
    LockMarker marker = files.marker();
    if (marker != null && marker.locked()) {
      wasLocked = true;
      remember(marker);
    }
    boolean opened = marker != null && marker.opens(lockId);
    if (wasLocked && !opened) {
      return last.closed(files.tokens().path() + " is missing");
    }
    wasLocked = false;
    return BusLock.of(null, own, clock);
  }

  /** A bus that never had tokens needs none: running out of file descriptors does not close it. */
  private BusLock withoutTokens(IOException unreadable) {
    return wasLocked || !files.areAbsent()
        ? last.closed("the tokens cannot be read: " + unreadable.getMessage())
        : BusLock.of(null, own, clock);
  }

  private void remember(@Nullable LockMarker marker) {
    lockId = marker == null ? lockId : marker.id();
  }

  private @Nullable LockMarker adopt() {
    try {
      return files.adopt();
    } catch (IOException failed) {
      LOG.warn("the lock cannot be recorded in lock.json: {}", failed.getMessage());
      return null;
    }
  }
}
