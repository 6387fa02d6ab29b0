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
 * The requests that one agent has not answered yet, by who asked and in which conversation. Each
 * ends exactly once: answered, too late, or the agent has left. Hub thread only.
 */
final class OpenRequests {
  /** An agent that tells of progress gets more time, but not for ever. */
  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

  private record Key(Address caller, MessageId conversation) {}

  private static final class Open {
    private final long patience;
    private final long lastDeadline;
    private final Consumer<RawJson> progress;
    private final Consumer<Reply> done;
    private long deadline;

    Open(long now, long patience, Consumer<RawJson> progress, Consumer<Reply> done) {
      this.patience = patience;
      this.lastDeadline = now + LONGEST_NANOS;
      this.progress = progress;
      this.done = done;
      renew(now);
    }

    void renew(long now) {
      deadline = now + patience - lastDeadline > 0 ? lastDeadline : now + patience;
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

  /** False when this caller has this conversation open already. */
  boolean add(
      Address caller,
      MessageId conversation,
      Duration patience,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    var open = new Open(nanoTime.getAsLong(), patience.toNanos(), progress, done);
    return requests.putIfAbsent(new Key(caller, conversation), open) == null;
  }

  /** Passes on an answer that is not the last one; false when nobody waits for it. */
  boolean progress(Address caller, MessageId conversation, RawJson payload) {
    Open open = requests.get(new Key(caller, conversation));
    if (open == null) {
      return false;
    }
    open.renew(nanoTime.getAsLong());
    open.progress.accept(payload);
    return true;
  }

  /** Ends a request; false when nobody waits for it. */
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

  /** Ends those whose time is over. */
  void expire() {
    if (requests.isEmpty()) {
      return;
    }
    long now = nanoTime.getAsLong();
    // Collected first: who hears of an end may begin anew.
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
