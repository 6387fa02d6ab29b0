package bub.gateway.mcp;

import bub.gateway.caller.Caller;
import bub.jsonrpc.RequestId;
import bub.protocol.Address;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Session of a client that speaks a revision with sessions. Safe for any thread. */
final class McpSession {
  private final String id;
  private final Address caller;
  private final Address inbox;
  private final Map<RequestId, ToolRun> running = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable NoticeStream> stream = new AtomicReference<>();
  private volatile long usedAtNanos;

  McpSession(String id, Address caller, Address inbox, long nanoTime) {
    this.id = id;
    this.caller = caller;
    this.inbox = inbox;
    this.usedAtNanos = nanoTime;
  }

  String id() {
    return id;
  }

  Address caller() {
    return caller;
  }

  Address inbox() {
    return inbox;
  }

  /** A session belongs to the principal that began it. */
  boolean isOf(Caller other) {
    return caller.equals(other.id());
  }

  void used(long nanoTime) {
    usedAtNanos = nanoTime;
  }

  long idleNanos(long nanoTime) {
    return nanoTime - usedAtNanos;
  }

  boolean isBusy() {
    return !running.isEmpty() || stream.get() != null;
  }

  /** Returns false when a request with this id is still running. */
  boolean begin(RequestId request, ToolRun run) {
    return running.putIfAbsent(request, run) == null;
  }

  void end(RequestId request) {
    running.remove(request);
  }

  void cancel(RequestId request) {
    ToolRun run = running.get(request);
    if (run != null) {
      run.cancel();
    }
  }

  /** The newest stream counts; the one before ends. */
  void listen(NoticeStream newest) {
    NoticeStream before = stream.getAndSet(newest);
    if (before != null) {
      before.end();
    }
  }

  void left(NoticeStream old) {
    stream.compareAndSet(old, null);
  }

  void close() {
    running.values().forEach(ToolRun::cancel);
    NoticeStream open = stream.getAndSet(null);
    if (open != null) {
      open.end();
    }
  }
}
