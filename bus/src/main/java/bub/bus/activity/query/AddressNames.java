package bub.bus.activity.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Address names behind the numbers of one file, cached for one query. Reader thread only. */
final class AddressNames implements AutoCloseable {
  private final Map<Long, String> known = new HashMap<>();
  private final PreparedStatement byId;
  private final PreparedStatement byName;

  AddressNames(Connection connection) throws SQLException {
    byId = connection.prepareStatement("SELECT name FROM address WHERE id = ?");
    byName = connection.prepareStatement("SELECT id FROM address WHERE name = ?");
  }

  /** Returns the name of {@code id}; null for 0, which means no address. */
  @Nullable String name(long id) throws SQLException {
    String name = known.get(id);
    if (name == null && id != 0) {
      byId.setLong(1, id);
      try (ResultSet result = byId.executeQuery()) {
        name = result.next() ? result.getString(1) : null;
      }
      if (name != null) {
        known.put(id, name);
      }
    }
    return name;
  }

  /** Returns the number of {@code name}, or 0 when this file does not contain it. */
  long id(String name) throws SQLException {
    byName.setString(1, name);
    try (ResultSet result = byName.executeQuery()) {
      return result.next() ? result.getLong(1) : 0;
    }
  }

  @Override
  public void close() throws SQLException {
    byId.close();
    byName.close();
  }
}
