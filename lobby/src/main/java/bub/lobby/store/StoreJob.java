package bub.lobby.store;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Something to do on a store's thread, and who waits for it. */
final class StoreJob<T extends @Nullable Object> {

  /** May run twice: again, alone, if another task spoiled the transaction it was in. */
  interface Task<T extends @Nullable Object> {
    T run() throws SQLException;
  }

  private final Task<T> task;
  private final int weight;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private @Nullable Runnable success;

  StoreJob(Task<T> task, int weight) {
    this.task = task;
    this.weight = weight;
  }

  CompletableFuture<T> answer() {
    return answer;
  }

  /** How much room it takes in the queue. */
  int weight() {
    return weight;
  }

  /** Does it, but tells nobody yet. */
  void run() throws SQLException {
    T result = task.run();
    success = () -> answer.complete(result);
  }

  /** Tells who waits that what was run is done. */
  void succeed() {
    if (success != null) {
      success.run();
    }
  }

  void fail(IOException why) {
    answer.completeExceptionally(why);
  }
}
