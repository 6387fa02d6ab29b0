package bub.client.store;

import bub.store.StorageFault;
import bub.store.StoreUnusable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One SQLite file. Its connection belongs to one platform thread, the {@link Scribe}'s; callers on
 * any thread wait for it.
 */
public final class Database implements AutoCloseable {
  private final @Nullable StoreLock lock;
  private final Scribe scribe;

  private Database(@Nullable StoreLock lock, Scribe scribe) {
    this.lock = lock;
    this.scribe = scribe;
  }

  /** Opens a file whose tables need no recount. See {@link #open(Path, StoreSchema)}. */
  public static Database open(Path file, List<String> schema) throws IOException {
    return open(file, StoreSchema.of(schema));
  }

  /**
   * Opens a file for this process alone. A damaged file is set aside, and a new one gets the rows
   * that can still be read; see {@link #onRepair}.
   *
   * @throws StoreInUse when another process has it open
   */
  public static Database open(Path file, StoreSchema schema) throws IOException {
    Path path = prepare(file);
    StoreLock lock = StoreLock.take(path);
    try {
      return start(new StoreFile(path, schema, StoreFile.Sharing.ALONE), lock);
    } catch (IOException unusable) {
      lock.close();
      throw unusable;
    }
  }

  /** Opens a file that other processes may have open, too: each sees what the others did. */
  public static Database openShared(Path file, List<String> schema) throws IOException {
    Path path = prepare(file);
    return start(new StoreFile(path, StoreSchema.of(schema), StoreFile.Sharing.SHARED), null);
  }

  private static Path prepare(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    Files.createDirectories(path.getParent());
    return path;
  }

  private static Database start(StoreFile file, @Nullable StoreLock lock) throws IOException {
    try {
      var scribe = openOrReplace(file);
      scribe.start();
      return new Database(lock, scribe);
    } catch (SQLException unusable) {
      throw new StoreUnusable(explain(file.path(), unusable), unusable);
    }
  }

  private static Scribe openOrReplace(StoreFile file) throws IOException, SQLException {
    try {
      return new Scribe(file, file.open(), null);
    } catch (SQLException damage) {
      if (!isRepairable(file, damage)) {
        throw damage;
      }
      StoreRepair repair = file.replace(damage);
      Connection fresh = file.open();
      return new Scribe(file, fresh, repair);
    }
  }

  /** A file that another process has open must not be moved away under it. */
  static boolean isRepairable(StoreFile file, Exception failure) {
    return file.sharing() == StoreFile.Sharing.ALONE
        && StorageFault.of(failure) == StorageFault.DAMAGED;
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
  public void onRepair(Consumer<StoreRepair> listener) {
    scribe.onRepair(listener);
  }

  /**
   * Runs a task in a transaction and returns when it is on disk.
   *
   * @throws StoreFailed when it is not
   */
  public <T extends @Nullable Object> T call(Transaction<T> task)
      throws IOException, InterruptedException {
    return scribe.call(task);
  }

  /** Finishes what was asked for, then lets go of the file. */
  @Override
  public void close() throws IOException {
    scribe.close();
    if (lock != null) {
      lock.close();
    }
  }
}
