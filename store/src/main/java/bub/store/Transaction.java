package bub.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Task that uses a connection and takes effect completely or not at all. It runs again, alone, when
 * another task of the same batch failed.
 */
public interface Transaction<T extends @Nullable Object> {
  T run(Connection connection) throws SQLException;
}
