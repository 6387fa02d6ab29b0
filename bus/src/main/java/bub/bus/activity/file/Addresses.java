package bub.bus.activity.file;

import bub.protocol.Address;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Numbers of a file's addresses, so that rows need not repeat names. Writer thread only. */
final class Addresses implements AutoCloseable {
  private static final int MAX_CACHED = 50_000;

  private final Map<Address, Long> cached = new HashMap<>();
  private final PreparedStatement select;
  private final PreparedStatement insert;

  Addresses(Connection connection) throws SQLException {
    select = connection.prepareStatement("SELECT id FROM address WHERE name = ?");
    insert = connection.prepareStatement("INSERT INTO address(name) VALUES (?) RETURNING id");
  }

  long idOf(Address address) throws SQLException {
    Long known = cached.get(address);
    return known == null ? load(address) : known;
  }

  private long load(Address address) throws SQLException {
    if (cached.size() == MAX_CACHED) {
      cached.clear();
    }
    long id = idFrom(select, address);
    if (id == 0) {
      id = idFrom(insert, address);
    }
    cached.put(address, id);
    return id;
  }

  private static long idFrom(PreparedStatement statement, Address address) throws SQLException {
    statement.setString(1, address.value());
    try (ResultSet result = statement.executeQuery()) {
      return result.next() ? result.getLong(1) : 0;
    }
  }

  /** Clears the cache, because numbers from a rolled-back transaction are invalid. */
  void forget() {
    cached.clear();
  }

  @Override
  public void close() throws SQLException {
    select.close();
    insert.close();
  }
}
