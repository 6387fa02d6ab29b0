package bub.gateway.a2a.remote;

import bub.client.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sender of {@code CancelTask} for tasks that nobody waits for. Safe for any thread; blocks. */
final class TaskCanceler {
  private static final Logger LOG = LoggerFactory.getLogger(TaskCanceler.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final RemoteConnection connection;
  private final TimeSource time;

  TaskCanceler(RemoteConnection connection, TimeSource time) {
    this.connection = connection;
    this.time = time;
  }

  /** Tries again while the agent is away. */
  void cancel(String task) throws InterruptedException {
    Instant deadline = time.now().plus(LONGEST);
    for (Duration pause = PAUSE; !tryCancel(task); pause = RemoteTurn.longer(pause)) {
      if (time.now().isAfter(deadline)) {
        LOG.warn("The remote task {} could not be canceled", task);
        return;
      }
      time.sleep(pause);
    }
  }

  /** Returns false when the agent could not be reached. */
  boolean tryCancel(String task) {
    try {
      connection.cancel(task);
      return true;
    } catch (RemoteFailure failed) {
      LOG.debug("The remote task {} was not canceled: {}", task, failed.text());
      return !failed.isTemporary();
    } catch (IOException away) {
      return false;
    }
  }
}
