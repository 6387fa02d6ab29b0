package bub.jsonrpc;

import bub.jsonrpc.Reply.Disconnected;
import bub.jsonrpc.Reply.TimedOut;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Calls that wait for an answer. Each call ends exactly once: answered, not sent, timed out, or
 * closed. Safe for any thread.
 */
final class PendingCalls {
  private record Pending(long deadlineNanos, Consumer<Reply> caller) {}

  private final ConcurrentHashMap<Long, Pending> calls = new ConcurrentHashMap<>(4);
  private final AtomicLong lastId = new AtomicLong();
  private final int limit;

  PendingCalls(int limit) {
    this.limit = limit;
  }

  boolean isFull() {
    return calls.mappingCount() >= limit;
  }

  int size() {
    return calls.size();
  }

  long reserveId() {
    return lastId.incrementAndGet();
  }

  void add(long id, long deadlineNanos, Consumer<Reply> caller) {
    calls.put(id, new Pending(deadlineNanos, caller));
  }

  void extend(long id, long deadlineNanos) {
    calls.computeIfPresent(id, (_, call) -> new Pending(deadlineNanos, call.caller));
  }

  /** Ends one call. Returns false when the call is not pending. */
  boolean finish(long id, Reply reply) {
    Pending call = calls.remove(id);
    if (call == null) {
      return false;
    }
    try {
      call.caller.accept(reply);
    } catch (RuntimeException thrown) {
      // A failure in one caller must not prevent the end of the other calls.
      ErrorTranslator.report("the answer to call " + id, thrown);
    }
    return true;
  }

  void expire(long nowNanos) {
    if (calls.isEmpty()) {
      return;
    }
    // Collect first: a caller may start new calls from its callback.
    var late = new ArrayList<Long>();
    calls.forEach(
        (id, call) -> {
          if (call.deadlineNanos - nowNanos <= 0) {
            late.add(id);
          }
        });
    late.forEach(id -> finish(id, new TimedOut()));
  }

  void close(String reason) {
    for (Long id : new ArrayList<>(calls.keySet())) {
      finish(id, new Disconnected(reason));
    }
  }
}
