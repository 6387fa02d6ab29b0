package bub.bus.policy;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the lock files of a bus. It remembers that the bus was locked: when files are missing
 * or unreadable, the bus refuses new connections and never opens. Safe for any thread.
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

  /** Returns the current lock. Reads the files again when they changed or were unreadable. */
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
    // Set this only after reading: unreadable files must be read again.
    seen = complete ? now : null;
    return last;
  }

  /** Returns false, and keeps the previous list, when the file is unreadable. */
  private boolean readOwn() {
    try {
      List<StoredToken> found = files.own().read();
      // No command removes this file, so its absence means nothing.
      own = found == null ? own : found;
      return true;
    } catch (IOException unreadable) {
      LOG.debug("Cannot read the tokens of bub's own parts", unreadable);
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

  /** Keeps a bus open that never had tokens: running out of file descriptors must not close it. */
  private BusLock withoutTokens(IOException unreadable) {
    return wasLocked || !files.areAbsent()
        ? last.closed("cannot read the tokens: " + unreadable.getMessage())
        : BusLock.of(null, own, clock);
  }

  private void remember(@Nullable LockMarker marker) {
    lockId = marker == null ? lockId : marker.id();
  }

  private @Nullable LockMarker adopt() {
    try {
      return files.adopt();
    } catch (IOException failed) {
      LOG.warn("Cannot record the lock in lock.json: {}", failed.getMessage());
      return null;
    }
  }
}
