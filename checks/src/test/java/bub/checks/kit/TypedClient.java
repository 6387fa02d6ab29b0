package bub.checks.kit;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A WebSocket client without knowledge of bub: sends typed text and shows what it receives. */
public final class TypedClient implements AutoCloseable, WebSocket.Listener {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = new JsonMapper();

  private final BlockingQueue<String> read = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final StringBuilder partial = new StringBuilder();
  private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
  private boolean reads = true;
  private int lastId;

  private TypedClient() {}

  public static TypedClient connect(URI url) throws InterruptedException {
    return settled(begin(url));
  }

  /** Connects in the background. */
  static CompletableFuture<TypedClient> begin(URI url) {
    var client = new TypedClient();
    return HTTP.newWebSocketBuilder()
        .connectTimeout(TIMEOUT)
        .buildAsync(url, client)
        .thenApply(
            socket -> {
              client.socket.complete(socket);
              return client;
            });
  }

  public static JsonNode tree(String json) {
    return JSON.readTree(json);
  }

  /** From now on it does not take anything from its socket. */
  public TypedClient stopReading() {
    reads = false;
    return this;
  }

  public TypedClient type(String text) throws InterruptedException {
    settled(settled(socket).sendText(text, true));
    return this;
  }

  /** Types a request with a new id and reads the next text, which must be its answer. */
  public JsonNode ask(String method, String params) throws InterruptedException {
    int id = ++lastId;
    type(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, params));
    JsonNode answer = next();
    if (answer.path("id").asInt(0) != id || !answer.has("result")) {
      throw new AssertionError(method + " was answered with " + answer);
    }
    return answer.get("result");
  }

  /** The next text, as a tree. */
  public JsonNode next() throws InterruptedException {
    String text = read.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    if (text == null) {
      throw new AssertionError("nothing came");
    }
    return tree(text);
  }

  boolean hasNothingToRead() {
    return read.isEmpty();
  }

  /** The code that the other side closed with; 1006 when the connection just broke. */
  public int closeCode() throws InterruptedException {
    return settled(closed);
  }

  private static <T> T settled(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failed) {
      throw new AssertionError(failed);
    }
  }

  @Override
  public void onOpen(WebSocket webSocket) {
    webSocket.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      read.add(partial.toString());
      partial.setLength(0);
    }
    if (reads) {
      from.request(1);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    closed.complete(code);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.complete(1006);
  }

  @Override
  public void close() {
    if (socket.isDone()) {
      socket.join().abort();
    }
  }
}
