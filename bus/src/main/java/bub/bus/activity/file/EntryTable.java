package bub.bus.activity.file;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writer of many rows per statement, because each SQLite call is costly. Writer thread only. */
final class EntryTable implements AutoCloseable {
  private static final int MANY = 32;
  private static final String COLUMNS = "id, ts, message_id, target, events, payload";
  private static final int PLAIN = 6;
  private static final int TRACED = 8;

  private final Insert plain;
  private final Insert traced;
  private final List<EntryRow> pending = new ArrayList<>(MANY);
  private boolean hasTraces;

  EntryTable(Connection connection) throws SQLException {
    plain = new Insert(connection, COLUMNS, PLAIN);
    traced = new Insert(connection, COLUMNS + ", trace, cause", TRACED);
  }

  void add(EntryRow row) throws SQLException {
    pending.add(row);
    hasTraces |= row.trace() != null;
    if (pending.size() == MANY) {
      insert().all(pending);
      discard();
    }
  }

  void flush() throws SQLException {
    insert().each(pending);
    discard();
  }

  /** Most rows have no trace: binding two nulls for each would only cost time. */
  private Insert insert() {
    return hasTraces ? traced : plain;
  }

  void discard() {
    pending.clear();
    hasTraces = false;
  }

  @Override
  public void close() throws SQLException {
    plain.close();
    traced.close();
  }

  /** Statements that insert rows with certain columns. */
  private static final class Insert {
    private final int columns;
    private final PreparedStatement many;
    private final PreparedStatement one;

    Insert(Connection connection, String names, int columns) throws SQLException {
      this.columns = columns;
      String into = "INSERT INTO entry(" + names + ") VALUES ";
      String row = "(" + String.join(", ", Collections.nCopies(columns, "?")) + ")";
      many = connection.prepareStatement(into + String.join(", ", Collections.nCopies(MANY, row)));
      one = connection.prepareStatement(into + row);
    }

    void all(List<EntryRow> rows) throws SQLException {
      int at = 0;
      for (EntryRow row : rows) {
        bind(many, at, row);
        at += columns;
      }
      many.executeUpdate();
      many.clearParameters(); // releases the values, which may be large
    }

    void each(List<EntryRow> rows) throws SQLException {
      for (EntryRow row : rows) {
        bind(one, 0, row);
        one.executeUpdate();
      }
      one.clearParameters();
    }

    private void bind(PreparedStatement statement, int at, EntryRow row) throws SQLException {
      statement.setLong(at + 1, row.id());
      statement.setLong(at + 2, row.ts());
      statement.setString(at + 3, row.messageId());
      statement.setObject(at + 4, row.target());
      statement.setBytes(at + 5, row.events());
      statement.setBytes(at + 6, row.payload());
      if (columns == TRACED) {
        statement.setBytes(at + 7, row.trace());
        statement.setString(at + 8, row.cause());
      }
    }

    void close() throws SQLException {
      many.close();
      one.close();
    }
  }
}
