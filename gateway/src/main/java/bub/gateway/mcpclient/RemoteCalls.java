package bub.gateway.mcpclient;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Peer;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tool calls that wait for an MCP server. Each has a deadline, which progress moves. */
final class RemoteCalls {
  private static final Duration LONGEST = Duration.ofHours(1);

  private final Peer peer;
  private final Map<Long, OpenCall> open = new ConcurrentHashMap<>();

  RemoteCalls(Peer peer) {
    this.peer = peer;
  }

  RawJson call(String tool, RawJson arguments, Duration atMost, Consumer<RawJson> progress)
      throws CallFailure, RpcException, InterruptedException {
    long id = peer.reserveId();
    var call = new OpenCall(atMost, progress);
    open.put(id, call);
    try {
      JsonValue params =
          out -> {
            out.beginObject().field("name", tool).field("arguments", arguments);
            out.name("_meta").beginObject().field("progressToken", id).endObject().endObject();
          };
      var reply = new CompletableFuture<Reply>();
      peer.request(id, "tools/call", params, LONGEST, reply::complete);
      return switch (await(id, call, reply)) {
        case Reply.Answered(RawJson result) when result.isObject() -> result;
        case Reply.Answered _ -> throw new CallFailure("the result of " + tool + " is no object");
        case Reply.Rejected(var error) -> throw new RpcException(error);
        case Reply.TimedOut _ ->
            throw new CallFailure(tool + " did not answer within " + atMost.toSeconds() + " s");
        case Reply other -> throw new CallFailure(other.problem());
      };
    } finally {
      open.remove(id);
    }
  }

  private Reply await(long id, OpenCall call, CompletableFuture<Reply> reply)
      throws InterruptedException {
    try {
      while (true) {
        long left = call.deadline() - System.nanoTime();
        if (left <= 0) {
          cancel(id, "the deadline has passed");
          return reply.join();
        }
        try {
          return reply.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
          // Progress may have moved the deadline.
        }
      }
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } catch (InterruptedException stopped) {
      cancel(id, "the caller stopped");
      throw stopped;
    }
  }

  private void cancel(long id, String reason) {
    peer.extend(id, Duration.ZERO);
    peer.expire();
    peer.notify(
        "notifications/cancelled",
        out -> out.beginObject().field("requestId", id).field("reason", reason).endObject());
  }

  void progressed(@Nullable RawJson params) {
    if (params == null || !params.isObject()) {
      return;
    }
    try {
      RawJson token = params.fields().find("progressToken");
      OpenCall call = token == null ? null : open.get(token.asLong(-1));
      if (call != null) {
        call.progressed(params.fields().without("progressToken").detached());
      }
    } catch (InvalidField odd) {
      // Progress is for people; without it, the call goes on.
    }
  }

  /** One call and its moving deadline. */
  private static final class OpenCall {
    private final Duration atMost;
    private final Consumer<RawJson> listener;
    private final long end = System.nanoTime() + LONGEST.toNanos();
    private volatile long deadline;

    OpenCall(Duration atMost, Consumer<RawJson> listener) {
      this.atMost = atMost;
      this.listener = listener;
      this.deadline = System.nanoTime() + atMost.toNanos();
    }

    long deadline() {
      return deadline;
    }

    void progressed(RawJson progress) {
      long next = System.nanoTime() + atMost.toNanos();
      deadline = next - end > 0 ? end : next;
      listener.accept(progress);
    }
  }
}
