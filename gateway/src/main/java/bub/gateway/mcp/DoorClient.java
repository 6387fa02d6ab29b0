package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.TimeSource;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RpcException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** HTTP requests to the MCP door, in a session or alone. Safe for any thread; calls block. */
final class DoorClient implements AutoCloseable {
  private static final String DATA = "data: ";
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Rare, because the bus limits the attempts of one address with unknown tokens. */
  private static final Duration PROBE_AGAIN = Duration.ofMillis(500);

  private static final int MOST_PROBES = 6;
  private static final int UNAUTHENTICATED = 401;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final URI url;
  private final String token;
  private final TimeSource time;
  private volatile @Nullable Session session;
  private @Nullable Thread listening;

  private record Session(String id, String version) {}

  DoorClient(URI url, String token, TimeSource time) {
    this.url = url;
    this.token = token;
    this.time = time;
  }

  /** Waits until the bus knows a token that was issued a moment ago. */
  void awaitAdmission() throws InterruptedException {
    int attempts = 0;
    // The door has no such method, but checks the caller first.
    HttpRequest probe = builder().PUT(BodyPublishers.noBody()).build();
    try {
      while (http.send(probe, BodyHandlers.discarding()).statusCode() == UNAUTHENTICATED
          && ++attempts < MOST_PROBES) {
        time.sleep(PROBE_AGAIN);
      }
    } catch (IOException away) {
      // The first request says it.
    }
  }

  boolean hasSession() {
    return session != null;
  }

  HttpResponse<InputStream> post(Message.Request request, byte[] line)
      throws IOException, InterruptedException, RpcException {
    if (request.method().equals("initialize")) {
      return open(line);
    }
    HttpRequest.Builder builder = builder().POST(BodyPublishers.ofByteArray(line));
    mirror(request, builder);
    return http.send(builder.build(), BodyHandlers.ofInputStream());
  }

  /** Begins a session again, for a client that has one. */
  void begin(byte[] initialize) throws IOException, InterruptedException {
    open(initialize).body().close();
    notify(new Message.Notification("notifications/initialized", null).toRaw().toByteArray());
  }

  private HttpResponse<InputStream> open(byte[] line) throws IOException, InterruptedException {
    session = null;
    HttpResponse<InputStream> response =
        http.send(
            builder().POST(BodyPublishers.ofByteArray(line)).build(), BodyHandlers.ofInputStream());
    response
        .headers()
        .firstValue("Mcp-Session-Id")
        .ifPresent(id -> session = new Session(id, McpVersions.agreed(version(line))));
    return response;
  }

  private static String version(byte[] initialize) {
    try {
      RawJson request = RawJson.parse(initialize.clone(), RawJson.DEFAULT_DEPTH);
      return request.fields().object("params").fields().string("protocolVersion");
    } catch (InvalidJson | InvalidField odd) {
      return "";
    }
  }

  void notify(byte[] line) throws IOException, InterruptedException {
    http.send(builder().POST(BodyPublishers.ofByteArray(line)).build(), BodyHandlers.discarding());
  }

  private HttpRequest.Builder builder() {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(url)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header(StatelessEnvelope.BRIDGE_HEADER, "stdio")
            .header("Accept", "application/json, text/event-stream");
    Session current = session;
    return current == null
        ? builder
        : builder
            .header("Mcp-Session-Id", current.id())
            .header(StatelessEnvelope.VERSION_HEADER, current.version());
  }

  /** Repeats in the headers what a request that stands alone says in its body. */
  private void mirror(Message.Request request, HttpRequest.Builder builder)
      throws RpcException {
    if (session == null) {
      StatelessEnvelope.headers(request).forEach(builder::setHeader);
    }
  }

  /** Passes notices of the session on, until it ends. */
  synchronized void listen(Consumer<String> notices) {
    if (session != null && listening == null) {
      listening = Thread.ofVirtual().name("mcp-notices").start(() -> receive(notices));
    }
  }

  private void receive(Consumer<String> notices) {
    try {
      while (session != null) {
        try (InputStream body =
            http.send(builder().GET().build(), BodyHandlers.ofInputStream()).body()) {
          events(body, notices);
        } catch (IOException away) {
          // Tries again below.
        }
        time.sleep(AGAIN);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  static boolean isStream(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
  }

  static void events(InputStream body, Consumer<String> each) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(body, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(DATA)) {
        each.accept(line.substring(DATA.length()));
      }
    }
  }

  @Override
  public void close() {
    session = null;
    http.shutdownNow();
  }
}
