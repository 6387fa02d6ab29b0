package bub.lobby.store;

import bub.store.StoreConnection;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** Statements of one connection, each prepared once. Thread of the connection only. */
final class PreparedStatements implements StoreConnection {
  private final Path file;
  private Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  PreparedStatements(Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public Connection connection() {
    return connection;
  }

  PreparedStatement prepared(String sql) throws SQLException {
    PreparedStatement known = prepared.get(sql);
    if (known != null) {
      return known;
    }
    PreparedStatement statement = connection.prepareStatement(sql);
    prepared.put(sql, statement);
    return statement;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The caller closes the old connection. */
  void moveTo(Connection other) {
    discardStatements();
    connection = other;
  }

  @Override
  public void discardStatements() {
    for (PreparedStatement statement : prepared.values()) {
      try {
        statement.close();
      } catch (SQLException alreadyGone) {
        // The statement is discarded either way.
      }
    }
    prepared.clear();
  }
}
