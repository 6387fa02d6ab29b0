package bub.cluster.message;

import bub.json.RawJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Requests to one node that wait for an answer. Each ends exactly once. Hub thread only. */
final class PendingRequests {
  private static final int MAX_REQUESTS = 16_384;
  private static final long QUESTION_AFTER = Duration.ofSeconds(2).toNanos();

  private static final class Request {
    private final Duration timeout;
    private final Consumer<RawJson> progress;
    private final Consumer<NodeFrame.Answer> done;
    private long deadline;
    private long checkAt;

    Request(
        Duration timeout, Consumer<RawJson> progress, Consumer<NodeFrame.Answer> done, long now) {
      this.timeout = timeout;
      this.progress = progress;
      this.done = done;
      this.deadline = now + timeout.toNanos();
      this.checkAt = now + QUESTION_AFTER;
    }
  }

  private final LongSupplier nanoTime;
  private final Map<Long, Request> requests = new LinkedHashMap<>();
  private long lastId;

  PendingRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean isFull() {
    return requests.size() >= MAX_REQUESTS;
  }

  int size() {
    return requests.size();
  }

  /** Returns the id of the new request. */
  long add(Duration timeout, Consumer<RawJson> progress, Consumer<NodeFrame.Answer> done) {
    requests.put(++lastId, new Request(timeout, progress, done, nanoTime.getAsLong()));
    return lastId;
  }

  /** Ignores an answer to a request that has ended. */
  void finish(NodeFrame.Answer answer) {
    Request request = requests.remove(answer.id());
    if (request != null) {
      request.done.accept(answer);
    }
  }

  void fail(long id, NodeFrame.Failure why, String detail) {
    finish(new NodeFrame.Failed(id, why, detail));
  }

  /** A provider that reports progress gets its whole time again. */
  void progress(long id, RawJson response) {
    Request request = requests.get(id);
    if (request != null) {
      request.deadline = nanoTime.getAsLong() + request.timeout.toNanos();
      request.progress.accept(response);
    }
  }

  void failAll(NodeFrame.Failure why, String detail) {
    for (long id : List.copyOf(requests.keySet())) {
      fail(id, why, detail);
    }
  }

  /** Ends late requests. Returns the old ones, to ask the node whether it still works on them. */
  List<Long> expire() {
    long now = nanoTime.getAsLong();
    var late = new ArrayList<Long>();
    var old = new ArrayList<Long>();
    requests.forEach(
        (id, request) -> {
          if (now - request.deadline >= 0) {
            late.add(id);
          } else if (now - request.checkAt >= 0) {
            request.checkAt = now + QUESTION_AFTER;
            old.add(id);
          }
        });
    late.forEach(id -> fail(id, NodeFrame.Failure.TIMED_OUT, "no answer in time"));
    return old;
  }
}
