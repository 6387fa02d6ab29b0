package bub.lobby.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what waits at the same moment in one transaction, so that it shares the wait for the disk,
 * and tells who waits once it is there. Writer thread only.
 */
record Transactions(Path file, PreparedStatements statements) implements StoreQueue.Clerk {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

  @Override
  public void serve(List<StoreJob<?>> jobs) {
    try {
      statements.execute("BEGIN IMMEDIATE");
      for (StoreJob<?> job : jobs) {
        job.run();
      }
      statements.execute("COMMIT");
    } catch (SQLException | RuntimeException failed) {
      rollBack();
      if (jobs.size() == 1) {
        jobs.getFirst().fail(StoreErrors.using(file, failed));
      } else {
        // One of them is to blame, and the others must not suffer for it.
        jobs.forEach(job -> serve(List.of(job)));
      }
      return;
    }
    jobs.forEach(StoreJob::succeed);
  }

  private void rollBack() {
    statements.prepareAnew();
    try {
      statements.execute("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      LOG.debug("{}: {}", file, alreadyRolledBack.getMessage());
    }
  }
}
