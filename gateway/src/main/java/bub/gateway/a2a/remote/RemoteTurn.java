package bub.gateway.a2a.remote;

import bub.client.TimeSource;
import bub.gateway.a2a.model.A2aError;
import bub.json.JsonValue;
import bub.json.RawJson;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Wait for the answer of a remote agent, across lost connections. One thread only. */
final class RemoteTurn {
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** Listener for the news of a turn. */
  interface News {
    /** Remembers the task, so that a restart finds it again. */
    void began(String task) throws IOException, InterruptedException;

    void partial(String text);
  }

  private final RemoteConnection connection;
  private final TimeSource time;
  private final News news;
  private @Nullable String task;
  private RemoteAnswer answer = new RemoteAnswer();

  RemoteTurn(RemoteConnection connection, TimeSource time, News news, @Nullable String task) {
    this.connection = connection;
    this.time = time;
    this.news = news;
    this.task = task;
  }

  /** Returns an answer that is settled. */
  RemoteAnswer await(RawJson request) throws RemoteFailure, IOException, InterruptedException {
    Instant deadline = time.now().plus(LONGEST);
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        if (follow(request)) {
          return answer;
        }
      } catch (ConnectException away) {
        // Nothing was sent, so trying again is safe.
      } catch (IOException lost) {
        if (task == null) {
          throw new RemoteFailure(
              "The connection to the agent was lost before its task began: " + lost.getMessage());
        }
      }
      if (time.now().isAfter(deadline)) {
        throw new RemoteFailure("The agent did not answer within " + LONGEST.toHours() + " hours.");
      }
      time.sleep(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  /** Returns true when the answer is settled. */
  private boolean follow(RawJson request) throws RemoteFailure, IOException, InterruptedException {
    String known = task;
    if (known != null && look(known)) {
      return true;
    }
    try (RemoteEvents events =
        known == null ? connection.stream(request) : connection.subscribe(known)) {
      answer = new RemoteAnswer();
      for (RawJson event = events.next(); event != null; event = events.next()) {
        answer.take(connection.unwrap(event));
        String id = answer.task();
        if (task == null && id != null) {
          task = id;
          news.began(id);
        }
        if (answer.isSettled()) {
          return true;
        }
        String text = answer.text();
        if (!text.isEmpty()) {
          news.partial(text);
        }
      }
    } catch (RemoteFailure refused) {
      // The task may have ended between the two requests.
      if (known == null || refused.error() != A2aError.UNSUPPORTED_OPERATION) {
        throw refused;
      }
    }
    return task != null && look(task);
  }

  private boolean look(String id) throws RemoteFailure, IOException {
    RawJson current = connection.get(id);
    JsonValue event = out -> out.beginObject().field("task", current).endObject();
    answer = new RemoteAnswer();
    answer.take(event.toRaw());
    return answer.isSettled();
  }
}
