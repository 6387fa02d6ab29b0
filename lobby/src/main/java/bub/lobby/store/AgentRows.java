package bub.lobby.store;

import bub.lobby.store.StoredAgent.StoredOffer;
import bub.protocol.Address;
import bub.protocol.lobby.Version;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Rows of all registered agents, without the texts of their capabilities. */
final class AgentRows {
  /** A read-only file of an older version was not migrated and lacks columns. */
  private static final String COLUMNS =
      "SELECT sum(name = 'repeat_hash'), sum(name = 'revision') FROM pragma_table_info('agent')";

  private AgentRows() {}

  /** Returns the highest id of a capability, 0 when there is none. */
  static long read(Connection connection, Consumer<StoredAgent> each) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery(everybody(statement))) {
        boolean more = rows.next();
        while (more) {
          long key = rows.getLong("agent");
          var offers = new ArrayList<StoredOffer>();
          StoredAgent agent = agent(rows, offers);
          do {
            if (rows.getObject("capability") != null) {
              offers.add(offer(rows));
            }
            more = rows.next();
          } while (more && rows.getLong("agent") == key);
          each.accept(agent);
        }
      }
      try (ResultSet highest = statement.executeQuery("SELECT max(id) FROM capability")) {
        return highest.getLong(1);
      }
    }
  }

  private static String everybody(Statement statement) throws SQLException {
    try (ResultSet columns = statement.executeQuery(COLUMNS)) {
      return """
      SELECT agent.id AS agent, address, token_hash, %s AS repeat_hash, registered_at, last_seen,
        %s AS revision,
        capability.id AS capability, name, version, requesters, timeout_seconds
      FROM agent LEFT JOIN capability ON capability.agent = agent.id
      ORDER BY agent.id, capability.id
      """
          .formatted(
              columns.getInt(1) == 0 ? "NULL" : "repeat_hash",
              columns.getInt(2) == 0 ? "0" : "revision");
    }
  }

  private static StoredAgent agent(ResultSet row, List<StoredOffer> offers) throws SQLException {
    return new StoredAgent(
        new Address(row.getString("address")),
        row.getBytes("token_hash"),
        row.getBytes("repeat_hash"),
        Instant.ofEpochMilli(row.getLong("registered_at")),
        Instant.ofEpochMilli(row.getLong("last_seen")),
        offers,
        row.getLong("revision"));
  }

  private static StoredOffer offer(ResultSet row) throws SQLException {
    String version = row.getString("version");
    int timeout = row.getInt("timeout_seconds");
    return new StoredOffer(
        row.getLong("capability"),
        row.getString("name"),
        version == null ? null : Version.parse(version),
        AddressList.read(row.getString("requesters")),
        timeout == 0 ? null : timeout);
  }
}
