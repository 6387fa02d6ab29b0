package bub.gateway.mcpclient;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Reply;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tool call at an MCP server, from its request to its result. Its deadline moves with progress and
 * rests while the server waits for an answer. Any thread reports; one thread at a time waits.
 */
final class OpenToolCall {
  static final Duration LONGEST = Duration.ofHours(1);
  private static final JsonValue CANCELED =
      out -> out.beginObject().field("action", "cancel").endObject();

  /** Next event of a call. */
  sealed interface Event {}

  /** End of the call. */
  record Ended(Reply reply) implements Event {}

  /** Question of the server, with the parameters of {@code elicitation/create}. */
  record Asked(RawJson params) implements Event {}

  private final Duration atMost;
  private final Consumer<OpenToolCall> canceler;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final long end = System.nanoTime() + LONGEST.toNanos();
  private volatile Consumer<RawJson> listener;
  private volatile long deadline;
  // Guarded by this.
  private @Nullable Answer question;

  /** {@code canceler} tells the server, and then the call ends. */
  OpenToolCall(Duration atMost, Consumer<RawJson> listener, Consumer<OpenToolCall> canceler) {
    this.atMost = atMost;
    this.listener = listener;
    this.canceler = canceler;
    restart();
  }

  private void restart() {
    long next = System.nanoTime() + atMost.toNanos();
    deadline = next - end > 0 ? end : next;
  }

  void progressed(RawJson progress) {
    restart();
    listener.accept(progress);
  }

  void ended(Reply reply) {
    events.add(new Ended(reply));
  }

  /** Returns false when an earlier question has no answer yet. */
  synchronized boolean ask(RawJson params, Answer answer) {
    if (question != null) {
      return false;
    }
    question = answer;
    events.add(new Asked(params));
    return true;
  }

  synchronized boolean isAsking() {
    return question != null;
  }

  /** Answers the question and lets the call go on, with another listener for its progress. */
  void proceed(JsonValue result, Consumer<RawJson> news) {
    listener = news;
    restart();
    answer(result);
  }

  private synchronized void answer(JsonValue result) {
    if (question != null) {
      question.result(result);
      question = null;
    }
  }

  /** Ends the call at the server, and its open question. */
  void cancel() {
    answer(CANCELED);
    canceler.accept(this);
  }

  static void refuse(Answer answer) {
    answer.result(CANCELED);
  }

  /** An interrupt cancels the call at the server. */
  Event await() throws InterruptedException {
    try {
      while (true) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          cancel();
          return events.take();
        }
        Event next = events.poll(left, TimeUnit.NANOSECONDS);
        if (next != null) {
          return next;
        }
      }
    } catch (InterruptedException stopped) {
      cancel();
      throw stopped;
    }
  }
}
