package bub.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** The connection that a store's thread works with. Store thread only. */
public interface StoreConnection {
  Path file();

  /** Returns the connection to use now, or throws when its file must not be used. */
  Connection connection() throws SQLException;

  /** Closes prepared statements after a failure: a full disk may have ended them. */
  default void discardStatements() {}

  /** Replaces a damaged file, and returns true when the failed task can run again. */
  default boolean repair(Exception failure) throws IOException, SQLException {
    return false;
  }
}
