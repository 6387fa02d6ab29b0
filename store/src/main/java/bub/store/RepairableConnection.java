package bub.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connection to a store's file that replaces a damaged file. */
final class RepairableConnection implements StoreConnection {
  private static final Logger LOG = LoggerFactory.getLogger(RepairableConnection.class);

  private final StoreFile file;
  private Connection connection;
  private FileIdentity identity;
  private final AtomicReference<@Nullable StoreRepair> unreportedRepair;
  private final AtomicReference<@Nullable Consumer<StoreRepair>> repairListener =
      new AtomicReference<>();

  private RepairableConnection(
      StoreFile file, Connection connection, @Nullable StoreRepair repair) {
    this.file = file;
    this.connection = connection;
    this.identity = FileIdentity.of(file.path());
    this.unreportedRepair = new AtomicReference<>(repair);
  }

  static RepairableConnection open(StoreFile file) throws IOException, SQLException {
    try {
      return new RepairableConnection(file, file.open(), null);
    } catch (SQLException damage) {
      if (!file.isRepairable(damage)) {
        throw damage;
      }
      StoreRepair repair = file.replace(damage);
      return new RepairableConnection(file, file.open(), repair);
    }
  }

  @Override
  public Path file() {
    return file.path();
  }

  @Override
  public Connection connection() throws SQLException {
    if (!identity.isStillThere()) {
      throw new SQLException(
          "the file was removed while it was in use. Put it back, or restart bub");
    }
    return connection;
  }

  @Override
  public boolean repair(Exception failure) throws IOException, SQLException {
    if (!(failure instanceof SQLException damage && file.isRepairable(damage))) {
      return false;
    }
    connection.close();
    StoreRepair repair = file.replace(damage);
    connection = file.open();
    identity = FileIdentity.of(file.path());
    unreportedRepair.set(repair);
    reportRepair();
    return true;
  }

  void onRepair(Consumer<StoreRepair> listener) {
    repairListener.set(listener);
    reportRepair();
  }

  private void reportRepair() {
    Consumer<StoreRepair> listener = repairListener.get();
    StoreRepair repair = listener == null ? null : unreportedRepair.getAndSet(null);
    if (listener != null && repair != null) {
      listener.accept(repair);
    }
  }

  /** Call this only after the store's thread has ended. */
  void close() {
    try {
      connection.close();
    } catch (SQLException failed) {
      LOG.error("Closing {} failed: {}", file.path(), StorageFault.describe(failed));
    }
  }
}
