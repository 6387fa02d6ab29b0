package bub.lobby.contract;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Runs tasks of the workers on the thread of the test, one by one. */
final class HubQueue implements Executor {
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /** Waits for the next task, and runs it. */
  void runNext() throws InterruptedException {
    Runnable task = tasks.poll(1, TimeUnit.MINUTES);
    if (task == null) {
      throw new AssertionError("nothing came for the hub thread");
    }
    task.run();
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }
}
