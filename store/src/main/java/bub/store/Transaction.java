package bub.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Task that takes effect completely or not at all, and may run again when its batch failed. */
public interface Transaction<T extends @Nullable Object> {
  T run(Connection connection) throws SQLException;
}
