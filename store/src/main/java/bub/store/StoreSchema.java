package bub.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Tables of a store and the steps that upgrade a file of an older version.
 *
 * @param applicationId mark of this store's files; 0 for files without a mark
 * @param versions SQL that leads from each version to the next, starting with an empty file
 * @param recount SQL that corrects counters after rows were saved from a damaged file
 */
public record StoreSchema(int applicationId, List<String> versions, List<String> recount) {

  public static StoreSchema of(List<String> versions) {
    return new StoreSchema(0, versions, List.of());
  }

  public StoreSchema withRecount(List<String> statements) {
    return new StoreSchema(applicationId, versions, statements);
  }

  public StoreSchema markedAs(int id) {
    return new StoreSchema(id, versions, recount);
  }

  /** Checks that a file belongs to this store, before anything is written. */
  public void check(Statement statement) throws SQLException {
    if (number(statement, "PRAGMA user_version") > versions.size()) {
      throw new ForeignFile("a newer version of bub wrote the file");
    }
    if (number(statement, "PRAGMA application_id") != applicationId
        && number(statement, "SELECT count(*) FROM sqlite_schema") != 0) {
      throw new ForeignFile("the file is a database of another program");
    }
  }

  public void upgrade(Statement statement) throws SQLException {
    upgrade(statement, versions.size());
  }

  /** Upgrades in one transaction, because another process may open the same new file now. */
  void upgrade(Statement statement, int target) throws SQLException {
    // Write nothing to a file that is up to date, so that it also opens on a full disk.
    if (number(statement, "PRAGMA user_version") == target) {
      return;
    }
    statement.execute("BEGIN IMMEDIATE");
    int version = number(statement, "PRAGMA user_version");
    if (version > target) {
      throw new ForeignFile("a newer version of bub wrote the file");
    }
    for (String step : versions.subList(version, target)) {
      statement.executeUpdate(step);
    }
    if (applicationId != 0) {
      statement.execute("PRAGMA application_id = " + applicationId);
    }
    statement.execute("PRAGMA user_version = " + target);
    statement.execute("COMMIT");
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.getInt(1);
    }
  }

  /** Signals a sound database that does not belong to this program, which must not change it. */
  public static final class ForeignFile extends SQLException {
    private static final long serialVersionUID = 1L;

    ForeignFile(String problem) {
      super(problem);
    }
  }
}
