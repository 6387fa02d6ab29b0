package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One SQLite file. Its connection belongs to one {@link StoreThread}; callers on any thread wait
 * for it.
 */
public final class StoreDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDatabase.class);

  private final Path path;
  private final Opening opening;
  // Null while the disk does not let the file be opened.
  private volatile @Nullable Opened opened;
  private @Nullable Consumer<StoreRepair> repairListener;
  private boolean isClosed;

  /** Opens the file. */
  private interface Opening {
    Opened open() throws IOException;
  }

  /** The parts of an open file, which are closed together. */
  private record Opened(
      @Nullable StoreLock lock, RepairableConnection connection, StoreThread thread) {
    static Opened start(@Nullable StoreLock lock, StoreFile file) throws IOException {
      try {
        var connection = RepairableConnection.open(file);
        var thread = StoreThread.forTransactions("bub-store", StoreThread.UNBOUNDED, connection);
        return new Opened(lock, connection, thread);
      } catch (SQLException unusable) {
        throw new StoreUnusable(explain(file.path(), unusable), unusable);
      }
    }

    void close() throws IOException {
      thread.close();
      connection.close();
      if (lock != null) {
        lock.close();
      }
    }
  }

  private StoreDatabase(Path path, Opening opening, @Nullable Opened opened) {
    this.path = path;
    this.opening = opening;
    this.opened = opened;
  }

  /** Opens a file whose tables need no recount. See {@link #open(Path, StoreSchema)}. */
  public static StoreDatabase open(Path file, List<String> schema) throws IOException {
    return open(file, StoreSchema.of(schema));
  }

  /**
   * Opens a file for this process alone. A damaged file is set aside, and a new one gets the rows
   * that can still be read; see {@link #onRepair}.
   *
   * @throws StoreInUse when another process has it open
   */
  public static StoreDatabase open(Path file, StoreSchema schema) throws IOException {
    Path path = file.toAbsolutePath();
    Opening opening = () -> openAlone(path, schema);
    return new StoreDatabase(path, opening, opening.open());
  }

  /**
   * Opens a file as {@link #open} does. While its disk is full or does not let it be written, every
   * call fails, and tries first to open the file.
   *
   * @throws StoreInUse when another process has it open
   */
  public static StoreDatabase openForServing(Path file, StoreSchema schema) throws IOException {
    Path path = file.toAbsolutePath();
    Opening opening = () -> openAlone(path, schema);
    try {
      return new StoreDatabase(path, opening, opening.open());
    } catch (IOException unusable) {
      StorageFault fault = StorageFault.of(unusable);
      if (fault != StorageFault.FULL && fault != StorageFault.READ_ONLY) {
        throw unusable;
      }
      LOG.error(
          "{} CANNOT BE OPENED: {}. It is tried again when it is needed", path, fault.words());
      return new StoreDatabase(path, opening, null);
    }
  }

  private static Opened openAlone(Path path, StoreSchema schema) throws IOException {
    Files.createDirectories(path.getParent());
    StoreLock lock = StoreLock.take(path);
    try {
      return Opened.start(lock, new StoreFile(path, schema, StoreFile.Sharing.ALONE));
    } catch (IOException unusable) {
      lock.close();
      throw unusable;
    }
  }

  /** Opens a file that other processes may have open, too: each sees what the others did. */
  public static StoreDatabase openShared(Path file, List<String> schema) throws IOException {
    Path path = file.toAbsolutePath();
    Opening opening = () -> openShared(path, StoreSchema.of(schema));
    return new StoreDatabase(path, opening, opening.open());
  }

  private static Opened openShared(Path path, StoreSchema schema) throws IOException {
    Files.createDirectories(path.getParent());
    return Opened.start(null, new StoreFile(path, schema, StoreFile.Sharing.SHARED));
  }

  private static String explain(Path path, SQLException cause) {
    StorageFault fault = StorageFault.of(cause);
    if (fault == null) {
      return "cannot open " + path + ": " + cause.getMessage();
    }
    return fault == StorageFault.DAMAGED
        ? "cannot open %s\n  start with a new one:  mv %s %s.damaged"
            .formatted(fault.about(path), path, path)
        : "cannot open " + fault.about(path);
  }

  /**
   * Tells {@code listener} of each time that a damaged file was replaced, at once when that was at
   * the opening, later on the store's thread.
   */
  public synchronized void onRepair(Consumer<StoreRepair> listener) {
    repairListener = listener;
    Opened current = opened;
    if (current != null) {
      current.connection().onRepair(listener);
    }
  }

  /**
   * Runs a task in a transaction and returns when it is on disk.
   *
   * @throws StoreFailed when it is not
   */
  public <T extends @Nullable Object> T call(Transaction<T> task)
      throws IOException, InterruptedException {
    Opened current = opened;
    StoreThread thread = (current == null ? openNow() : current).thread();
    try {
      return thread.submit(1, task).get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof StoreFailed known
          ? known
          : new StoreFailed(path, failed.getCause());
    }
  }

  /** One more attempt to open a file that its disk refused. */
  private synchronized Opened openNow() throws StoreFailed {
    Opened current = opened;
    if (current != null) {
      return current;
    }
    if (isClosed) {
      throw new StoreFailed(path, new IOException("the store is closed"));
    }
    try {
      current = opening.open();
    } catch (IOException stillUnusable) {
      throw new StoreFailed(path, stillUnusable);
    }
    LOG.warn("{} is open now", path);
    if (repairListener != null) {
      current.connection().onRepair(repairListener);
    }
    opened = current;
    return current;
  }

  /** Finishes what was asked for, then lets go of the file. */
  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    Opened current = opened;
    if (current != null) {
      current.close();
    }
  }
}
