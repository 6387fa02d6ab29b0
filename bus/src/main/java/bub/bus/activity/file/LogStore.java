package bub.bus.activity.file;

import bub.bus.activity.event.EntryBatch;
import bub.bus.activity.event.LogGap;
import bub.store.StoreInUse;
import bub.store.StoreLock;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log on disk: the active file and its archives. Writer thread only, once it is open. */
public final class LogStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogStore.class);
  private static final long WAIT_FOR_READERS_MILLIS = 50;
  private static final int PUT_AWAY_AGAIN_WRITES = 100;
  private static final long ENFORCE_AGAIN_MICROS = TimeUnit.HOURS.toMicros(1);

  private final ActivitySettings settings;
  private final LogFiles files;
  private final ArchiveRetention retention;
  private final LongSupplier epochMicros;
  // Readers hold this lock, so that no file is moved during a read.
  private final ReentrantLock reading = new ReentrantLock(true);
  private @Nullable StoreLock lock;
  private volatile @Nullable LogFile active;
  private @Nullable Exception refusal;
  private int writesUntilPutAway;
  private volatile long pageLimit;
  private long enforceFrom;

  private LogStore(ActivitySettings settings, LogFiles files, LongSupplier epochMicros) {
    this.settings = settings;
    this.files = files;
    this.epochMicros = epochMicros;
    this.retention = new ArchiveRetention(files, settings, epochMicros);
  }

  /** Throws when a retry cannot help; a full or read-only disk only sets {@link #refusal}. */
  public static LogStore open(ActivitySettings settings, LongSupplier epochMicros) {
    var files = new LogFiles(settings.file());
    var store = new LogStore(settings, files, epochMicros);
    try {
      Files.createDirectories(files.folder());
      if (Files.exists(files.active()) && !Files.isWritable(files.active())) {
        throw new AccessDeniedException(files.active().toString());
      }
      files.repair();
      store.current();
      store.enforceRetention();
    } catch (IOException unreachable) {
      store.refuse(unreachable, LogUnusable.unreachable(files.active(), unreachable));
    } catch (SQLException unusable) {
      store.refuse(unusable, LogUnusable.of(files.active(), unusable));
    } catch (LogUnusable unusable) {
      store.refuse(unusable, unusable);
    }
    return store;
  }

  private void refuse(Exception cause, LogUnusable unusable) {
    if (!LogDisk.isFullOrReadOnly(files.folder(), cause)) {
      close();
      throw unusable;
    }
    reopen();
    refusal = cause;
  }

  /** Returns the reason why the files could not be opened at the start; null when they were. */
  public @Nullable Exception refusal() {
    return refusal;
  }

  public ReentrantLock reading() {
    return reading;
  }

  public LogFiles files() {
    return files;
  }

  /**
   * Returns the id after the last one on disk, in any file. When the files cannot be read, it
   * returns the time in microseconds, an id that no log has reached.
   */
  public long nextId() throws SQLException, IOException {
    if (refusal != null) {
      return epochMicros.getAsLong();
    }
    long last = current().lastId();
    for (LogArchive archive : files.archives()) {
      last = Math.max(last, archive.lastId());
    }
    return last + 1;
  }

  /** Writes everything or nothing. Data in a file that was removed counts as not written. */
  public void write(@Nullable LogGap gap, List<EntryBatch> batch) throws SQLException {
    LogFile open = current();
    requireInPlace(open);
    open.write(gap, batch);
    requireInPlace(open);
  }

  /** Throws when the open file was removed or replaced: it can still be written, but not read. */
  public void requireInPlace() throws SQLException {
    LogFile open = active;
    if (open != null) {
      requireInPlace(open);
    }
  }

  private void requireInPlace(LogFile open) throws SQLException {
    if (!open.isInPlace()) {
      throw new SQLException(files.active() + " was removed while it was in use");
    }
  }

  private LogFile current() throws SQLException {
    LogFile open = active;
    if (open == null) {
      // Do not create the directory: one that was moved or unmounted must be able to come back.
      if (!Files.isDirectory(files.folder())) {
        throw new SQLException("the directory " + files.folder() + " does not exist");
      }
      holdLock();
      open = LogFile.open(files.active(), settings.payloads());
      active = open;
    }
    if (pageLimit > 0) {
      open.limitPages(pageLimit);
    }
    return open;
  }

  private void holdLock() {
    StoreLock held = lock;
    if (held == null || !held.isInPlace()) {
      lock = null;
      if (held != null) {
        release(held);
      }
      lock = takeLock(files.active());
    }
  }

  /** Prevents a second bus from writing the same log, because the event ids would collide. */
  private static StoreLock takeLock(Path file) {
    try {
      return StoreLock.take(file);
    } catch (StoreInUse byAnotherBus) {
      throw LogUnusable.inUse(file);
    } catch (IOException unreachable) {
      throw LogUnusable.unreachable(file, unreachable);
    }
  }

  private static void release(StoreLock lock) {
    try {
      lock.close();
    } catch (IOException alreadyGone) {
      LOG.debug("Could not release the lock of the activity log", alreadyGone);
    }
  }

  /** Closes the active file, whose connection may be broken. The next write opens it again. */
  public void reopen() {
    LogFile open = active;
    active = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException alreadyBroken) {
        LOG.debug("Could not close the activity log", alreadyBroken);
      }
    }
  }

  public void housekeep() throws SQLException, InterruptedException {
    LogFile open = active;
    if (open != null && isFull(open) && writesUntilPutAway-- <= 0) {
      writesUntilPutAway = 0;
      if (reading.tryLock(WAIT_FOR_READERS_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          putAway(open);
        } finally {
          reading.unlock();
        }
        enforceRetention();
      }
    } else if (epochMicros.getAsLong() >= enforceFrom) {
      enforceRetention();
    }
  }

  private boolean isFull(LogFile open) throws SQLException {
    return open.firstId() > 0 && open.bytes() >= settings.rotateBytes();
  }

  private void putAway(LogFile full) throws SQLException {
    boolean isSealed = full.seal();
    reopen();
    if (isSealed) {
      try {
        files.putAway(full.firstId(), full.lastId());
      } catch (IOException failure) {
        LOG.warn("Could not archive the activity log. It keeps growing: {}", failure.toString());
        writesUntilPutAway = PUT_AWAY_AGAIN_WRITES;
      }
    } else {
      LOG.debug("Another program is reading the activity log. bub archives it later");
      writesUntilPutAway = PUT_AWAY_AGAIN_WRITES;
    }
    current();
  }

  private void enforceRetention() throws SQLException {
    enforceFrom = epochMicros.getAsLong() + ENFORCE_AGAIN_MICROS;
    // While the active file is empty, only the newest archive has the last event id.
    retention.enforce(current().firstId() == 0 ? 1 : 0);
  }

  public void limitPages(long pages) {
    pageLimit = pages;
  }

  /** Closes the log and leaves one plain file that can also be read on a read-only disk. */
  @Override
  public void close() {
    try {
      LogFile open = active;
      if (open != null) {
        open.seal();
      }
    } catch (SQLException notNow) {
      LOG.debug("The activity log stays in WAL mode", notNow);
    }
    reopen();
    if (lock != null) {
      release(lock);
    }
  }
}
