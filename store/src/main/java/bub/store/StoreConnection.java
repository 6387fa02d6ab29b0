package bub.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** Connection that a store's thread uses. Store thread only. */
public interface StoreConnection {
  Path file();

  /** Returns the current connection, or throws when its file must not be used. */
  Connection connection() throws SQLException;

  /** Closes prepared statements after a failure, because a full disk may have invalidated them. */
  default void discardStatements() {}

  /** Replaces a damaged file. Returns true when the failed task can run again. */
  default boolean repair(Exception failure) throws IOException, SQLException {
    return false;
  }
}
