package bub.gateway.mcpclient;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Peer;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tool calls that wait for an MCP server. Safe for any thread. */
final class RemoteCalls {
  // A server may still ask for a call that was canceled, and nobody else may see that question.
  private static final Duration DOUBTFUL = Duration.ofMinutes(10);

  private final Peer peer;
  private final Map<Long, OpenToolCall> open = new ConcurrentHashMap<>();
  private volatile long doubtfulUntil = System.nanoTime();

  RemoteCalls(Peer peer) {
    this.peer = peer;
  }

  OpenToolCall begin(String tool, RawJson arguments, Duration atMost, Consumer<RawJson> progress) {
    long id = peer.reserveId();
    var call = new OpenToolCall(atMost, progress, _ -> cancel(id));
    open.put(id, call);
    JsonValue params =
        out -> {
          out.beginObject().field("name", tool).field("arguments", arguments);
          out.name("_meta").beginObject().field("progressToken", id).endObject().endObject();
        };
    peer.request(
        id,
        "tools/call",
        params,
        OpenToolCall.LONGEST,
        reply -> {
          open.remove(id);
          call.ended(reply);
        });
    return call;
  }

  static RawJson result(String tool, Reply reply, Duration atMost)
      throws CallFailure, RpcException {
    return switch (reply) {
      case Reply.Answered(RawJson result) when result.isObject() -> result;
      case Reply.Answered _ -> throw new CallFailure("the result of " + tool + " is not an object");
      case Reply.Rejected(var error) -> throw new RpcException(error);
      case Reply.TimedOut _ ->
          throw new CallFailure(tool + " did not answer within " + atMost.toSeconds() + " s");
      case Reply other -> throw new CallFailure(other.problem());
    };
  }

  private void cancel(long id) {
    if (!open.containsKey(id)) {
      return;
    }
    doubtfulUntil = System.nanoTime() + DOUBTFUL.toNanos();
    peer.extend(id, Duration.ZERO);
    peer.expire();
    peer.notify(
        "notifications/cancelled",
        out -> {
          out.beginObject().field("requestId", id);
          out.field("reason", "nobody waits for the call").endObject();
        });
  }

  void progressed(@Nullable RawJson params) {
    if (params == null || !params.isObject()) {
      return;
    }
    try {
      RawJson token = params.fields().find("progressToken");
      OpenToolCall call = token == null ? null : open.get(token.asLong(-1));
      if (call != null) {
        call.progressed(params.fields().without("progressToken").detached());
      }
    } catch (InvalidField odd) {
      // Progress is for people; without it, the call goes on.
    }
  }

  /**
   * Passes a question of the server to its call. The protocol does not say which call that is, so a
   * question that could belong to several calls gets no answer.
   */
  void asked(@Nullable RawJson params, Answer answer) {
    List<OpenToolCall> possible =
        open.values().stream().filter(call -> !call.isAsking()).limit(2).toList();
    boolean isClear = possible.size() == 1 && System.nanoTime() - doubtfulUntil >= 0;
    boolean isTaken =
        isClear
            && params != null
            && params.isObject()
            && possible.getFirst().ask(params.detached(), answer);
    if (!isTaken) {
      OpenToolCall.refuse(answer);
    }
  }
}
