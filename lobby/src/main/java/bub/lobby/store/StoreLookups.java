package bub.lobby.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Answers questions one after the other. Reader thread only. */
record StoreLookups(Path file, PreparedStatements statements) implements StoreQueue.Clerk {

  @Override
  public void serve(List<StoreJob<?>> jobs) {
    for (StoreJob<?> job : jobs) {
      try {
        job.run();
        job.succeed();
      } catch (SQLException | RuntimeException failed) {
        statements.prepareAnew();
        job.fail(StoreErrors.using(file, failed));
      }
    }
  }
}
