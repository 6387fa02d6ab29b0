package bub.store;

import bub.store.StoreThread.StoreJob;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runner of a batch in one transaction: its jobs share one disk wait. Store thread only. */
record TransactionRunner(StoreConnection store) implements StoreThread.Runner {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionRunner.class);

  @Override
  public void run(List<StoreJob<?>> batch) {
    try {
      commit(batch);
    } catch (SQLException | RuntimeException failed) {
      if (batch.size() == 1) {
        repairOrFail(batch.getFirst(), failed);
      } else {
        // Run each job alone, so that only the job that failed reports the failure.
        batch.forEach(job -> run(List.of(job)));
      }
      return;
    }
    batch.forEach(StoreJob::succeed);
  }

  private void commit(List<StoreJob<?>> batch) throws SQLException {
    Connection connection = store.connection();
    try {
      execute(connection, "BEGIN IMMEDIATE");
      for (StoreJob<?> job : batch) {
        job.run(connection);
      }
      execute(connection, "COMMIT");
    } catch (SQLException | RuntimeException failed) {
      rollBack(connection);
      throw failed;
    }
  }

  private void repairOrFail(StoreJob<?> job, Exception failed) {
    try {
      if (!store.repair(failed)) {
        job.fail(new StoreFailed(store.file(), failed));
        return;
      }
      commit(List.of(job));
      job.succeed();
    } catch (SQLException | IOException | RuntimeException again) {
      job.fail(new StoreFailed(store.file(), again));
    }
  }

  /** Uses the connection of the transaction: its file may be gone by now. */
  private void rollBack(Connection connection) {
    store.discardStatements();
    try {
      execute(connection, "ROLLBACK");
    } catch (SQLException nothingToRollBack) {
      LOG.debug("{}: {}", store.file(), nothingToRollBack.getMessage());
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
