package bub.store;

import java.sql.SQLException;
import java.util.List;

/** Runner that executes queries one by one. Store thread only. */
record QueryRunner(StoreConnection store) implements StoreThread.Runner {

  @Override
  public void run(List<StoreJob<?>> batch) {
    for (StoreJob<?> job : batch) {
      try {
        job.run(store.connection());
        job.succeed();
      } catch (SQLException | RuntimeException failed) {
        store.discardStatements();
        job.fail(new StoreFailed(store.file(), failed));
      }
    }
  }
}
