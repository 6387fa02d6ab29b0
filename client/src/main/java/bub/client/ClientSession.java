package bub.client;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Link;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityRows;
import bub.protocol.Envelope;
import bub.protocol.Methods;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection to the bus, from its link to its end. Safe for any thread. */
final class ClientSession {
  private static final int MAX_PENDING_CALLS = 1_024;

  record End(int code, String reason) {}

  private final Peer peer;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CompletableFuture<End> end = new CompletableFuture<>();

  private ClientSession(Link link, IncomingMessages incoming, Consumer<ActivityRows> activity) {
    // On the link's thread, so that activity keeps its order and a refusal needs no thread.
    peer = new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, MAX_PENDING_CALLS);
    peer.serveDeferred(
        Methods.PROCESS_MESSAGE,
        (_, params, answer) -> incoming.admit(Envelope.read(params), ready, answer));
    peer.listen(
        Methods.ACTIVITY,
        params -> {
          if (params != null) {
            activity.accept(ActivityRows.read(params));
          }
        });
    peer.whenClosed((code, reason) -> end.complete(new End(code, reason)));
  }

  static ClientSession open(Link link, IncomingMessages incoming, Consumer<ActivityRows> activity) {
    var session = new ClientSession(link, incoming, activity);
    session.peer.start();
    return session;
  }

  RawJson call(String method, @Nullable JsonValue params, Duration timeout)
      throws RpcException, NoAnswer, InterruptedException {
    try {
      return peer.call(method, params, timeout);
    } catch (CallFailed failed) {
      throw new NoAnswer(failed);
    }
  }

  boolean notify(String method, JsonValue params) {
    return peer.notify(method, params);
  }

  /** Releases the handlers, whose own calls now find this session. */
  void beReady() {
    ready.countDown();
  }

  End awaitEnd() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void close(int code, String reason) {
    peer.close(code, reason);
  }

  void awaitFarewell(Duration atMost) throws InterruptedException {
    try {
      end.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException gone) {
      // The time is up.
    }
  }
}
