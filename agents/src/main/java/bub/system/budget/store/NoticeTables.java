package bub.system.budget.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** SQL of notices, each sent once. Every method runs in a transaction on the store thread. */
final class NoticeTables {
  private static final int MAX_ROWS = 10_000;

  private NoticeTables() {}

  /** False when the notice of this key exists already. An empty text only marks the key. */
  static boolean put(Connection connection, String key, String recipient, String text)
      throws SQLException {
    try (var insert =
            connection.prepareStatement(
                "INSERT INTO notice (key, recipient, text) VALUES (?, ?, ?) ON CONFLICT DO"
                    + " NOTHING");
        var delete =
            connection.prepareStatement(
                "DELETE FROM notice WHERE seq <= (SELECT max(seq) FROM notice) - ?")) {
      insert.setString(1, key);
      insert.setString(2, recipient);
      insert.setString(3, text);
      if (insert.executeUpdate() == 0) {
        return false;
      }
      delete.setInt(1, MAX_ROWS);
      delete.executeUpdate();
      return true;
    }
  }

  /** Returns the waiting notices for a recipient, which then count as sent. */
  static List<String> take(Connection connection, String recipient) throws SQLException {
    var texts = new ArrayList<String>();
    try (var query =
            connection.prepareStatement(
                "SELECT text FROM notice WHERE recipient = ? AND text <> '' ORDER BY seq");
        var update =
            connection.prepareStatement(
                "UPDATE notice SET text = '' WHERE recipient = ? AND text <> ''")) {
      query.setString(1, recipient);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      update.setString(1, recipient);
      update.executeUpdate();
    }
    return texts;
  }
}
