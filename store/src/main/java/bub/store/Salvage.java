package bub.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copy of the readable rows of a damaged SQLite file into a new one. It reads each table forward
 * from the first row, then backward from the last row, and stops at the damage each time.
 */
public final class Salvage implements AutoCloseable {
  private static final int BUSY_MILLIS = 1_000;

  private final Connection damaged;

  private Salvage(Connection damaged) {
    this.damaged = damaged;
  }

  public static Salvage of(Path damaged) throws SQLException {
    return new Salvage(SqliteFile.openAlone(damaged, BUSY_MILLIS));
  }

  /** Schema version of the damaged file; 0 when it cannot be read. */
  public int version() {
    try (Statement statement = damaged.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA user_version")) {
      return row.getInt(1);
    } catch (SQLException unreadable) {
      return 0;
    }
  }

  /** Fills the empty tables. Triggers do not fire: the caller must recount what they maintain. */
  public long into(Connection fresh) throws SQLException {
    try (Statement statement = fresh.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      Map<String, String> triggers = named(statement, "trigger");
      for (String trigger : triggers.keySet()) {
        statement.execute("DROP TRIGGER " + quoted(trigger));
      }
      long rows = 0;
      for (String table : named(statement, "table").keySet()) {
        if (!table.startsWith("sqlite_") && isEmpty(statement, table)) {
          rows += copy(fresh, statement, table);
        }
      }
      for (String trigger : triggers.values()) {
        statement.execute(trigger);
      }
      statement.execute("COMMIT");
      return rows;
    }
  }

  private static Map<String, String> named(Statement statement, String type) throws SQLException {
    var found = new LinkedHashMap<String, String>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT name, sql FROM sqlite_schema WHERE type = '" + type + "' ORDER BY rowid")) {
      while (rows.next()) {
        found.put(rows.getString(1), rows.getString(2));
      }
    }
    return found;
  }

  private static boolean isEmpty(Statement statement, String table) throws SQLException {
    try (ResultSet row =
        statement.executeQuery("SELECT NOT EXISTS (SELECT 1 FROM " + quoted(table) + ")")) {
      return row.getInt(1) == 1;
    }
  }

  private long copy(Connection fresh, Statement statement, String table) throws SQLException {
    boolean hasRowid = !named(statement, "table").getOrDefault(table, "").contains("WITHOUT ROWID");
    List<String> columns = columns(statement, table);
    if (hasRowid) {
      columns.add("rowid");
    }
    String list = String.join(", ", columns);
    String places = String.join(", ", Collections.nCopies(columns.size(), "?"));
    String from = "SELECT " + list + " FROM " + quoted(table);
    try (PreparedStatement insert =
        fresh.prepareStatement(
            "INSERT OR IGNORE INTO %s (%s) VALUES (%s)".formatted(quoted(table), list, places))) {
      Copied first = copy(from, insert, columns.size());
      return first.isComplete() || !hasRowid
          ? first.rows()
          : first.rows() + copy(from + " ORDER BY rowid DESC", insert, columns.size()).rows();
    }
  }

  private static List<String> columns(Statement statement, String table) throws SQLException {
    var columns = new ArrayList<String>();
    try (ResultSet rows = statement.executeQuery("PRAGMA table_info(" + quoted(table) + ")")) {
      while (rows.next()) {
        columns.add(quoted(rows.getString("name")));
      }
    }
    return columns;
  }

  private record Copied(long rows, boolean isComplete) {}

  private Copied copy(String query, PreparedStatement insert, int columns) throws SQLException {
    long copied = 0;
    try (Statement statement = damaged.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          insert.setObject(i, rows.getObject(i));
        }
        copied += insertOrSkip(insert);
      }
      return new Copied(copied, true);
    } catch (SQLException end) {
      if (StorageFault.of(end) == StorageFault.FULL) {
        throw end;
      }
      return new Copied(copied, false);
    }
  }

  /** A row that violates a constraint is part of the damage. */
  private static int insertOrSkip(PreparedStatement insert) throws SQLException {
    try {
      return insert.executeUpdate();
    } catch (SQLException refused) {
      if (StorageFault.of(refused) == null) {
        return 0;
      }
      throw refused;
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() throws SQLException {
    damaged.close();
  }
}
