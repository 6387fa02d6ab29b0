package bub.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What is done with a connection in one go, or not at all. Runs again, alone, if another one in the
 * same batch spoiled it.
 */
public interface Transaction<T extends @Nullable Object> {
  T run(Connection connection) throws SQLException;
}
