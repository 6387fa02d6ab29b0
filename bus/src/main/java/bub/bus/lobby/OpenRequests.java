package bub.bus.lobby;

import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Unanswered requests to one agent, by caller and conversation. Each request ends exactly once:
 * answered, timed out, or disconnected. Hub thread only.
 */
final class OpenRequests {
  /** Maximum time of a request, including the extra time for progress reports. */
  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

  private record Key(Address caller, MessageId conversation) {}

  private static final class Open {
    private final long timeout;
    private final long lastDeadline;
    private final Consumer<RawJson> progress;
    private final Consumer<Reply> done;
    private long deadline;

    Open(long now, long timeout, Consumer<RawJson> progress, Consumer<Reply> done) {
      this.timeout = timeout;
      this.lastDeadline = now + LONGEST_NANOS;
      this.progress = progress;
      this.done = done;
      renew(now);
    }

    void renew(long now) {
      deadline = now + timeout - lastDeadline > 0 ? lastDeadline : now + timeout;
    }
  }

  private final LongSupplier nanoTime;
  private final Map<Key, Open> requests = new HashMap<>(4);

  OpenRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  int size() {
    return requests.size();
  }

  /** Adds a request. Returns false when this caller already has this conversation open. */
  boolean add(
      Address caller,
      MessageId conversation,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    var open = new Open(nanoTime.getAsLong(), timeout.toNanos(), progress, done);
    return requests.putIfAbsent(new Key(caller, conversation), open) == null;
  }

  boolean progress(Address caller, MessageId conversation, RawJson payload) {
    Open open = requests.get(new Key(caller, conversation));
    if (open == null) {
      return false;
    }
    open.renew(nanoTime.getAsLong());
    open.progress.accept(payload);
    return true;
  }

  boolean finish(Address caller, MessageId conversation, Reply reply) {
    return end(requests.remove(new Key(caller, conversation)), reply);
  }

  private static boolean end(@Nullable Open open, Reply reply) {
    if (open == null) {
      return false;
    }
    open.done.accept(reply);
    return true;
  }

  void expire() {
    if (requests.isEmpty()) {
      return;
    }
    long now = nanoTime.getAsLong();
    // Collect first: a callback may start a new request.
    var late = new ArrayList<Key>();
    requests.forEach(
        (key, open) -> {
          if (open.deadline - now <= 0) {
            late.add(key);
          }
        });
    late.forEach(key -> end(requests.remove(key), new Reply.TimedOut()));
  }

  void close(String reason) {
    for (Key key : new ArrayList<>(requests.keySet())) {
      end(requests.remove(key), new Reply.Disconnected(reason));
    }
  }
}
