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
  private static final String INTO =
      "INSERT INTO entry(id, ts, message_id, target, events, payload) VALUES ";
  private static final String ROW = "(?, ?, ?, ?, ?, ?)";

  private final PreparedStatement many;
  private final PreparedStatement one;
  private final List<EntryRow> pending = new ArrayList<>(MANY);

  EntryTable(Connection connection) throws SQLException {
    many = connection.prepareStatement(INTO + String.join(", ", Collections.nCopies(MANY, ROW)));
    one = connection.prepareStatement(INTO + ROW);
  }

  void add(EntryRow row) throws SQLException {
    pending.add(row);
    if (pending.size() == MANY) {
      int at = 0;
      for (EntryRow each : pending) {
        bind(many, at, each);
        at += 6;
      }
      pending.clear();
      many.executeUpdate();
      many.clearParameters(); // releases the values, which may be large
    }
  }

  void flush() throws SQLException {
    for (EntryRow row : pending) {
      bind(one, 0, row);
      one.executeUpdate();
    }
    one.clearParameters();
    pending.clear();
  }

  void discard() {
    pending.clear();
  }

  private static void bind(PreparedStatement statement, int at, EntryRow row) throws SQLException {
    statement.setLong(at + 1, row.id());
    statement.setLong(at + 2, row.ts());
    statement.setString(at + 3, row.messageId());
    statement.setObject(at + 4, row.target());
    statement.setBytes(at + 5, row.events());
    statement.setBytes(at + 6, row.payload());
  }

  @Override
  public void close() throws SQLException {
    many.close();
    one.close();
  }
}
