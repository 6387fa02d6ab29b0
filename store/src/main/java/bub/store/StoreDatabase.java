package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SQLite file with its own thread. Any thread may call it; each call blocks until it is done. */
public final class StoreDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDatabase.class);

  private final Path path;
  private final Opening opening;
  // Null while the disk prevents opening the file.
  private volatile @Nullable Opened opened;
  private @Nullable Consumer<StoreRepair> repairListener;
  private boolean isClosed;

  private interface Opening {
    Opened open() throws IOException;
  }

  private record Opened(
      @Nullable StoreLock lock, RepairableConnection connection, StoreThread thread) {
    static Opened start(@Nullable StoreLock lock, StoreFile file) throws IOException {
      try {
        var connection = RepairableConnection.open(file);
        var thread =
            StoreThread.forTransactions(
                "bub-store", StoreThread.UNBOUNDED, connection, file.commits());
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

  public static StoreDatabase open(Path file, List<String> schema) throws IOException {
    return open(file, StoreSchema.of(schema));
  }

  /**
   * Opens a file for this process alone. A damaged file is set aside, and a new file receives the
   * rows that can still be read; see {@link #onRepair}.
   *
   * @throws StoreInUse when another process has the file open
   */
  public static StoreDatabase open(Path file, StoreSchema schema) throws IOException {
    Path path = file.toAbsolutePath();
    Opening opening = () -> openAlone(path, schema, CommitPolicy.DURABLE);
    return new StoreDatabase(path, opening, opening.open());
  }

  public static StoreDatabase openForServing(Path file, StoreSchema schema) throws IOException {
    return openForServing(file, schema, CommitPolicy.DURABLE);
  }

  /** Opens as {@link #open} does. If the disk is full or read-only, later calls try again. */
  public static StoreDatabase openForServing(Path file, StoreSchema schema, CommitPolicy commits)
      throws IOException {
    Path path = file.toAbsolutePath();
    Opening opening = () -> openAlone(path, schema, commits);
    try {
      return new StoreDatabase(path, opening, opening.open());
    } catch (IOException unusable) {
      StorageFault fault = StorageFault.of(unusable);
      if (fault != StorageFault.FULL && fault != StorageFault.READ_ONLY) {
        throw unusable;
      }
      LOG.error("Cannot open {}: {}. bub tries again at the next use", path, fault.words());
      return new StoreDatabase(path, opening, null);
    }
  }

  private static Opened openAlone(Path path, StoreSchema schema, CommitPolicy commits)
      throws IOException {
    Files.createDirectories(path.getParent());
    StoreLock lock = StoreLock.take(path);
    try {
      var file = new StoreFile(path, schema, StoreFile.Sharing.ALONE, commits);
      return Opened.start(lock, file);
    } catch (IOException unusable) {
      lock.close();
      throw unusable;
    }
  }

  public static StoreDatabase openShared(Path file, List<String> schema) throws IOException {
    Path path = file.toAbsolutePath();
    Opening opening = () -> openShared(path, StoreSchema.of(schema));
    return new StoreDatabase(path, opening, opening.open());
  }

  private static Opened openShared(Path path, StoreSchema schema) throws IOException {
    Files.createDirectories(path.getParent());
    var file = new StoreFile(path, schema, StoreFile.Sharing.SHARED, CommitPolicy.DURABLE);
    return Opened.start(null, file);
  }

  private static String explain(Path path, SQLException cause) {
    StorageFault fault = StorageFault.of(cause);
    if (fault == null) {
      return "cannot open " + path + ": " + cause.getMessage();
    }
    return fault == StorageFault.DAMAGED
        ? "cannot open %s\n  start with a new file:  mv %s %s.damaged"
            .formatted(fault.about(path), path, path)
        : "cannot open " + fault.about(path);
  }

  /** Calls the listener at once for a repair on opening, and later on the store's thread. */
  public synchronized void onRepair(Consumer<StoreRepair> listener) {
    repairListener = listener;
    Opened current = opened;
    if (current != null) {
      current.connection().onRepair(listener);
    }
  }

  /** Runs a task in a transaction and returns when its changes are on disk. */
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

  /**
   * Runs a task in a transaction without blocking the caller. The future completes on the store's
   * thread when the changes are on disk, or fails with {@link StoreFailed}.
   */
  public <T extends @Nullable Object> CompletableFuture<T> submit(Transaction<T> task) {
    Opened current = opened;
    if (current == null) {
      // Opening blocks for the disk, which is full or read-only.
      var later = new CompletableFuture<T>();
      Thread.ofVirtual().name("store-open").start(() -> complete(later, task));
      return later;
    }
    return current
        .thread()
        .submit(1, task)
        .exceptionallyCompose(
            failed ->
                CompletableFuture.failedFuture(
                    failed instanceof StoreFailed ? failed : new StoreFailed(path, failed)));
  }

  private <T extends @Nullable Object> void complete(
      CompletableFuture<T> later, Transaction<T> task) {
    try {
      later.complete(call(task));
    } catch (IOException | InterruptedException failed) {
      later.completeExceptionally(failed);
    }
  }

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
    LOG.warn("Opened {} after earlier failures", path);
    if (repairListener != null) {
      current.connection().onRepair(repairListener);
    }
    opened = current;
    return current;
  }

  /** Finishes the submitted tasks, then closes the file. */
  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    Opened current = opened;
    if (current != null) {
      current.close();
    }
  }
}
