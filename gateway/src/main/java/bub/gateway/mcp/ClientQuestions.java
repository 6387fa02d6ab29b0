package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Questions to the client of one session that wait for an answer. Safe for any thread. */
final class ClientQuestions {
  static final int MOST = 32;

  // Guarded by this.
  private final Map<RequestId, CompletableFuture<Message>> open = new HashMap<>();
  private long last;

  /** Asks on the stream of the running request; returns the result of the client. */
  RawJson ask(RequestRun run, String method, RawJson params, Duration atMost)
      throws HttpRefusal, RpcException, InterruptedException {
    var answer = new CompletableFuture<Message>();
    RequestId id = add(answer);
    try {
      run.ask(new Message.Request(id, method, params), answer);
      return switch (answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        case Message.Response(_, var result) -> result.toRaw();
        case Message.Failure(_, var error) -> throw new RpcException(error);
        case Message.Request _, Message.Notification _ -> throw gone();
      };
    } catch (TimeoutException late) {
      throw new HttpRefusal(504, "timeout", "The client did not answer the question in time.");
    } catch (CancellationException unread) {
      throw gone();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      remove(id);
    }
  }

  private static HttpRefusal gone() {
    return new HttpRefusal(503, "client_gone", "The client left before it answered the question.");
  }

  private synchronized RequestId add(CompletableFuture<Message> answer) throws HttpRefusal {
    if (open.size() >= MOST) {
      throw new HttpRefusal(
          429, "too_many_questions", "The client has " + MOST + " open questions already.");
    }
    RequestId id = RequestId.of("bub-" + ++last);
    open.put(id, answer);
    return id;
  }

  private synchronized void remove(RequestId id) {
    open.remove(id);
  }

  /** An answer that nobody waits for has no effect. */
  void answered(RequestId id, Message answer) {
    CompletableFuture<Message> waiting = find(id);
    if (waiting != null) {
      waiting.complete(answer);
    }
  }

  private synchronized @Nullable CompletableFuture<Message> find(RequestId id) {
    return open.get(id);
  }

  synchronized int size() {
    return open.size();
  }
}
