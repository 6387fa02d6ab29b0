package bub.lobby.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what waits at the same moment in one transaction, so that it shares the wait for the disk,
 * and tells who waits once it is there. Writer thread only.
 */
final class Transactions implements Desk.Clerk {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

  private final Path file;
  private final Statement statement;

  Transactions(Path file, Connection connection) throws SQLException {
    this.file = file;
    this.statement = connection.createStatement();
  }

  @Override
  public void serve(List<Job<?>> jobs) {
    try {
      statement.execute("BEGIN IMMEDIATE");
      for (Job<?> job : jobs) {
        job.run();
      }
      statement.execute("COMMIT");
    } catch (SQLException | RuntimeException failed) {
      rollBack();
      if (jobs.size() == 1) {
        jobs.getFirst().fail(Trouble.using(file, failed));
      } else {
        // One of them is to blame, and the others must not suffer for it.
        jobs.forEach(job -> serve(List.of(job)));
      }
      return;
    }
    jobs.forEach(Job::succeed);
  }

  private void rollBack() {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      LOG.debug("{}: {}", file, alreadyRolledBack.getMessage());
    }
  }
}
