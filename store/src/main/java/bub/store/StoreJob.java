package bub.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Task for a store's thread, with the future that its caller waits for. */
final class StoreJob<T extends @Nullable Object> {
  private final Transaction<T> task;
  private final int weight;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private @Nullable Runnable completion;

  StoreJob(Transaction<T> task, int weight) {
    this.task = task;
    this.weight = weight;
  }

  CompletableFuture<T> result() {
    return result;
  }

  /** Capacity of the queue that the job uses. */
  int weight() {
    return weight;
  }

  /** Runs the task. Its caller receives the result only after {@link #succeed}. */
  void run(Connection connection) throws SQLException {
    T value = task.run(connection);
    completion = () -> result.complete(value);
  }

  void succeed() {
    if (completion != null) {
      completion.run();
    }
  }

  void fail(IOException why) {
    result.completeExceptionally(why);
  }
}
