package bub.client.agent;

import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.TokenSource;
import bub.client.transport.Unauthorized;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.CloseCodes;
import bub.protocol.ErrorCodes;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.TopicMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connection of an interceptor on the classic wire, until a retry cannot help. */
final class ClassicConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClassicConnection.class);
  private static final String PATH = "/v1";
  private static final String TOKENS_UNAVAILABLE = "tokens_unavailable";
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private record End(int code, String reason) {}

  /** Reason why no further attempt helps. */
  private static final class Barred extends Exception {
    private static final long serialVersionUID = 1L;

    Barred(String reason) {
      super(reason);
    }
  }

  private final AgentLocation location;
  private final ClientEnvironment environment;
  private final Map<Pattern, Interceptor.Judge> judges;
  private final Semaphore places;
  private final CompletableFuture<Boolean> firstAttempt = new CompletableFuture<>();
  private final CompletableFuture<String> stopped = new CompletableFuture<>();
  private final Thread thread = Thread.ofVirtual().name("interceptor").unstarted(this::live);

  ClassicConnection(
      AgentLocation location,
      ClientEnvironment environment,
      Map<Pattern, Interceptor.Judge> judges) {
    this.location = location;
    this.environment = environment;
    this.judges = new LinkedHashMap<>(judges);
    this.places = new Semaphore(location.settings().maxHandlers());
  }

  void connect() throws IOException, InterruptedException {
    thread.start();
    try {
      firstAttempt.get();
    } catch (ExecutionException failed) {
      close();
      Throwable cause = failed.getCause();
      throw new IOException(cause == null ? "closed" : String.valueOf(cause.getMessage()), cause);
    }
  }

  String awaitStopped() throws InterruptedException {
    try {
      return stopped.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void live() {
    int failures = 0;
    try {
      while (true) {
        long began = System.nanoTime();
        try {
          serve();
        } catch (IOException failed) {
          LOG.debug("{} is not connected: {}", clientId(), failed.getMessage());
          firstAttempt.completeExceptionally(failed);
        }
        boolean lasted = System.nanoTime() - began > Backoff.RECONNECT.cap().toNanos();
        failures = lasted ? 0 : failures;
        environment.time().sleep(Backoff.RECONNECT.delay(failures++, environment.chance()));
      }
    } catch (Barred barred) {
      firstAttempt.completeExceptionally(barred);
      stopped.complete(String.valueOf(barred.getMessage()));
    } catch (InterruptedException closed) {
      firstAttempt.completeExceptionally(closed);
      stopped.complete("closed");
    }
  }

  private String clientId() {
    return location.settings().clientId().value();
  }

  /** Returns when the connection has ended. */
  private void serve() throws IOException, Barred, InterruptedException {
    var ended = new CompletableFuture<End>();
    Peer peer;
    try {
      peer = Peer.over(location.connector().at(PATH).connect());
    } catch (Unauthorized refused) {
      throw new Barred(String.valueOf(refused.getMessage()));
    }
    peer.serve(Methods.SEND_MESSAGE, this::judge);
    peer.listen(Methods.INTERCEPTOR_STATUS, this::report);
    peer.whenClosed((code, reason) -> ended.complete(new End(code, reason)));
    peer.start();
    try {
      introduce(peer);
      firstAttempt.complete(true);
      judgeEnd(ended.get());
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } catch (CallFailed failed) {
      if (ended.isDone()) {
        judgeEnd(ended.join());
      }
      throw new IOException(failed.getMessage(), failed);
    } finally {
      peer.close(CloseCodes.NORMAL, "bye");
    }
  }

  private void judgeEnd(End end) throws Barred, IOException {
    if (end.code() == CloseCodes.REPLACED) {
      throw new Barred("another client has connected as " + clientId());
    }
    LOG.debug("{} lost its connection: {}", clientId(), end.reason());
  }

  private void introduce(Peer peer) throws IOException, Barred, CallFailed, InterruptedException {
    ClientSettings settings = location.settings();
    TokenSource token = settings.token();
    try {
      peer.call(
          Methods.INITIALIZE,
          new Initialize(settings.clientId(), settings.clientInfo(), token.read()),
          settings.connectTimeout());
      for (Pattern pattern : judges.keySet()) {
        peer.call(
            Methods.SUBSCRIBE,
            new TopicMessage.Subscription(pattern.text()),
            settings.connectTimeout());
      }
    } catch (RpcException refused) {
      String text = "the bus refused " + clientId() + ": " + refused.getMessage();
      if (isFinal(refused.error(), token)) {
        throw new Barred(text);
      }
      throw new IOException(text, refused);
    }
  }

  private static boolean isFinal(RpcError error, TokenSource token) {
    boolean isRefused =
        error.code() == ErrorCodes.UNAUTHENTICATED || error.code() == RpcError.INVALID_PARAMS;
    return isRefused && !TOKENS_UNAVAILABLE.equals(error.reason()) && !token.isFresh();
  }

  private JsonValue judge(@Nullable RawJson params) throws Exception {
    TopicMessage message = TopicMessage.read(params);
    if (!places.tryAcquire()) {
      throw new RpcException(RpcError.internalError());
    }
    try {
      TopicMessage.Verdict verdict = Interceptor.PASS;
      for (var one : judges.entrySet()) {
        if (!verdict.stopPropagation() && one.getKey().matches(message.topic().value())) {
          verdict = one.getValue().judge(message.topic(), message.payload());
        }
      }
      return verdict;
    } finally {
      places.release();
    }
  }

  private void report(@Nullable RawJson params) {
    if (params != null && params.fields().bool("suspended", false)) {
      LOG.warn("Messages no longer wait for {}: it missed deadlines", clientId());
    } else {
      LOG.warn("Messages wait for {} again", clientId());
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(FAREWELL);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
