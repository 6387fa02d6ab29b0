package bub.bus.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;

/** A peer as third parties would write it, on the JDK's WebSocket: acks its messages and sends. */
final class WirePeer implements AutoCloseable {
  private static final HttpClient HTTP = http().build();

  final List<String> received = new CopyOnWriteArrayList<>();
  private final Map<Integer, Sent> open = new ConcurrentHashMap<>();
  private final AtomicInteger lastId = new AtomicInteger();
  private final CompletableFuture<Integer> closeCode = new CompletableFuture<>();
  private final String clientId;
  private final WebSocket socket;
  private volatile boolean acks = true;

  private WirePeer(HttpClient http, String url, String clientId) {
    this.clientId = clientId;
    socket = http.newWebSocketBuilder().buildAsync(URI.create(url), new Ear()).join();
  }

  private static HttpClient.Builder http() {
    return HttpClient.newBuilder()
        .proxy(HttpClient.Builder.NO_PROXY)
        .executor(Executors.newVirtualThreadPerTaskExecutor());
  }

  static WirePeer join(int port, String clientId) {
    return introduced(new WirePeer(HTTP, "ws://127.0.0.1:" + port + "/", clientId), clientId);
  }

  static WirePeer join(int port, String clientId, SSLContext tls) {
    HttpClient secure = http().sslContext(tls).build();
    return introduced(new WirePeer(secure, "wss://localhost:" + port + "/", clientId), clientId);
  }

  private static WirePeer introduced(WirePeer peer, String clientId) {
    JsonNode answer = peer.calls("initialize", "{\"clientId\":\"" + clientId + "\"}").answer();
    if (!answer.has("result")) {
      throw new AssertionError("not let in: " + answer);
    }
    return peer;
  }

  /** From now on what it gets stays unanswered. */
  WirePeer thatNeverAcks() {
    acks = false;
    return this;
  }

  Sent sends(String to, String text) {
    return calls("sendMessage", Wire.envelope(clientId, to, "m" + (lastId.get() + 1), text));
  }

  Sent calls(String method, String params) {
    int id = lastId.incrementAndGet();
    var sent = new Sent(new CompletableFuture<>());
    open.put(id, sent);
    says(Wire.request(id, method, params));
    return sent;
  }

  /** One text at a time, as the JDK's client demands. */
  private synchronized void says(String text) {
    socket.sendText(text, true).join();
  }

  private void hears(String text) {
    JsonNode message = Wire.read(text);
    if (!message.has("method")) {
      Sent sent = open.remove(message.get("id").asInt());
      if (sent != null) {
        sent.future.complete(message);
      }
      return;
    }
    received.add(message.at("/params/payload/content/text").asString());
    if (acks) {
      says(Wire.answer(message, Wire.OK_ACK));
    }
  }

  /** The code with which the bus closed. */
  int closeCode() {
    return within10s(closeCode);
  }

  @Override
  public void close() {
    socket.abort();
  }

  private static <T> T within10s(CompletableFuture<T> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError("nothing came", failed);
    }
  }

  /** A call, and its later answer. */
  record Sent(CompletableFuture<JsonNode> future) {
    boolean isOpen() {
      return !future.isDone();
    }

    JsonNode answer() {
      return within10s(future);
    }

    /** The only ack of a message that one peer got. */
    SeenAck ack() {
      JsonNode acks = answer().at("/result/acks");
      if (acks.size() != 1) {
        throw new AssertionError("one ack was expected: " + answer());
      }
      JsonNode ack = acks.get(0);
      return new SeenAck(
          ack.get("success").asBoolean(),
          ack.get("shouldRetry").asBoolean(),
          ack.get("message").asString());
    }

    int errorCode() {
      return answer().at("/error/code").asInt();
    }
  }

  record SeenAck(boolean success, boolean shouldRetry, String message) {}

  private final class Ear implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        String whole = text.toString();
        text.setLength(0);
        hears(whole);
      }
      from.request(1);
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closeCode.complete(code);
      return CompletableFuture.completedStage(null);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      closeCode.completeExceptionally(error);
    }
  }
}
