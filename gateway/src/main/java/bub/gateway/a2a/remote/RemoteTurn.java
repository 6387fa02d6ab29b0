package bub.gateway.a2a.remote;

import bub.client.TimeSource;
import bub.gateway.a2a.model.A2aError;
import bub.json.RawJson;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Wait for the answer of a remote agent, across lost connections. One thread only, but any thread
 * may stop it.
 */
final class RemoteTurn {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration PARTIAL_EVERY = Duration.ofMillis(200);

  /** Listener for the news of a turn. */
  interface News {
    /** Remembers the task, so that a restart finds it again. */
    void began(String task) throws IOException, InterruptedException;

    /** Shows the text so far, which may be empty. */
    void partial(String text) throws InterruptedException;
  }

  private final RemoteConnection connection;
  private final TimeSource time;
  private final News news;
  private final Duration longest;
  private volatile @Nullable String task;
  private @Nullable String asked;
  private RemoteAnswer answer = new RemoteAnswer();
  private @Nullable Instant lastPartial;
  private @Nullable Instant lastSign;
  // Guarded by this.
  private @Nullable Thread runner;
  private boolean isBeginning;
  private boolean isStopped;
  private boolean isLeft;

  RemoteTurn(RemoteConnection connection, TimeSource time, News news, Duration longest) {
    this.connection = connection;
    this.time = time;
    this.news = news;
    this.longest = longest;
  }

  /** Follows a task that has begun; null begins one. */
  RemoteTurn of(@Nullable String known) {
    task = known;
    return this;
  }

  /** Answers a question of a task, unless the task has gone on already. */
  RemoteTurn answering(String known, String question) {
    asked = question;
    return of(known);
  }

  /** Returns null until the agent has named the task. */
  @Nullable String task() {
    return task;
  }

  /** Returns null until the agent has named the conversation. */
  @Nullable String context() {
    return answer.context();
  }

  /** Returns an answer that is settled; throws {@code InterruptedException} when stopped. */
  RemoteAnswer await(RawJson request) throws RemoteFailure, IOException, InterruptedException {
    enter();
    try {
      return follow(request, time.now().plus(longest));
    } finally {
      leave();
    }
  }

  private synchronized void enter() throws InterruptedException {
    requireRunning();
    runner = Thread.currentThread();
  }

  private synchronized void leave() {
    runner = null;
    if (isStopped) {
      // A stop that came too late must not end the work that this thread does next.
      Thread.interrupted();
    }
  }

  private synchronized void begin(boolean isFirst) throws InterruptedException {
    requireRunning();
    isBeginning = isFirst;
  }

  private void requireRunning() throws InterruptedException {
    if (isStopped || isLeft) {
      throw new InterruptedException();
    }
  }

  /**
   * Ends the wait. While a request is under way that begins the task, waits for the id of the task,
   * because nobody could cancel the task without it.
   */
  synchronized void stop() {
    isStopped = true;
    interrupt();
  }

  /** Ends the wait like {@link #stop}, but the task goes on, for the next process. */
  synchronized void leaveRunning() {
    isLeft = true;
    interrupt();
  }

  private void interrupt() {
    if (runner != null && !isBeginning) {
      runner.interrupt();
    }
  }

  synchronized boolean isStopped() {
    return isStopped;
  }

  private RemoteAnswer follow(RawJson request, Instant deadline)
      throws RemoteFailure, IOException, InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        if (follow(request)) {
          return answer;
        }
      } catch (ConnectException away) {
        // Nothing was sent, so trying again is safe.
      } catch (RemoteFailure failed) {
        if (task == null || !failed.isTemporary()) {
          throw failed;
        }
      } catch (IOException lost) {
        if (task == null) {
          throw new RemoteFailure(
              "The connection to the agent was lost before its task began: " + lost.getMessage());
        }
      }
      if (time.now().isAfter(deadline)) {
        throw new RemoteFailure(
            "The agent did not answer within " + longest.toMinutes() + " minutes.");
      }
      begin(false);
      time.sleep(pause);
      pause = longer(pause);
    }
  }

  static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  /** Returns true when the answer is settled. */
  private boolean follow(RawJson request) throws RemoteFailure, IOException, InterruptedException {
    String known = task;
    if (known != null && look(known)) {
      return true;
    }
    begin(known == null);
    boolean sends = known == null || isStillAsking();
    try (RemoteEvents events =
        known == null || sends ? connection.stream(request) : connection.subscribe(known)) {
      answer = new RemoteAnswer();
      for (RawJson event = events.next(); event != null; event = events.next()) {
        if (take(event)) {
          return true;
        }
      }
    } catch (RemoteFailure refused) {
      // The task may have ended between the two requests.
      if (sends || refused.error() != A2aError.UNSUPPORTED_OPERATION) {
        throw refused;
      }
    }
    asked = null;
    String id = task;
    if (id == null) {
      // Sending the message again could do the work twice.
      throw new RemoteFailure("The agent ended its answer without a task.");
    }
    return look(id);
  }

  private boolean take(RawJson event) throws RemoteFailure, IOException, InterruptedException {
    answer.take(event);
    String id = answer.task();
    if (task == null && id != null) {
      task = id;
      news.began(id); // first, because the next process needs the id of an interrupted turn
      begin(false);
    }
    if (isSettled()) {
      return true;
    }
    show(answer.text());
    return false;
  }

  private void show(String text) throws InterruptedException {
    // A sign of life without a text must not hold up the first text.
    Instant last = text.isEmpty() ? lastSign : lastPartial;
    Instant now = time.now();
    if (last == null || !now.isBefore(last.plus(PARTIAL_EVERY))) {
      lastSign = now;
      lastPartial = text.isEmpty() ? lastPartial : now;
      news.partial(text);
    }
  }

  private boolean isSettled() {
    if (isStillAsking()) {
      return false;
    }
    asked = null;
    return answer.isSettled();
  }

  /** True while the task waits for the answer that this turn brings. */
  private boolean isStillAsking() {
    return asked != null && asked.equals(answer.question());
  }

  private boolean look(String id) throws RemoteFailure, IOException {
    answer = new RemoteAnswer();
    answer.take(connection.task(id));
    return isSettled();
  }
}
