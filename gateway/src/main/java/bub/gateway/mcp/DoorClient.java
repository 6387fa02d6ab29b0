package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.TimeSource;
import bub.gateway.a2a.net.OutgoingResponse;
import bub.gateway.local.DoorExchange;
import bub.gateway.local.DoorFinder;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RpcException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** HTTP requests to the MCP door, in a session or alone. Safe for any thread; calls block. */
final class DoorClient implements AutoCloseable {
  private static final String PATH = "/mcp";
  private static final String DATA = "data: ";
  private static final String SESSION = "mcp-session-id";
  private static final Duration ANSWER = Duration.ofMinutes(1);
  // The door sends a sign of life far more often.
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Rare, because the bus limits the attempts of one address with unknown tokens. */
  private static final Duration PROBE_AGAIN = Duration.ofMillis(500);

  private static final int MOST_PROBES = 6;
  private static final int UNAUTHENTICATED = 401;
  private static final int SESSION_ENDED = 404;
  private static final byte[] INITIALIZED =
      new Message.Notification("notifications/initialized", null).toRaw().toByteArray();

  private final DoorFinder doors;
  private final String token;
  private final TimeSource time;
  private final ReentrantLock beginning = new ReentrantLock();
  private volatile @Nullable Session session;
  private volatile boolean isClosed;
  // Guarded by this.
  private @Nullable Thread listening;
  private @Nullable DoorExchange listeningOn;

  /** Session at the door, with the request that begins an equal one after a restart of bub. */
  private static final class Session {
    private final String id;
    private final String version;
    private final byte[] initialize;

    Session(String id, String version, byte[] initialize) {
      this.id = id;
      this.version = version;
      this.initialize = initialize;
    }
  }

  DoorClient(DoorFinder doors, String token, TimeSource time) {
    this.doors = doors;
    this.token = token;
    this.time = time;
  }

  /** Waits until the bus knows a token that was issued a moment ago. */
  void awaitAdmission() throws InterruptedException {
    int attempts = 0;
    try {
      // The door has no such method, but checks the caller first.
      while (status("PUT", new byte[0]) == UNAUTHENTICATED && ++attempts < MOST_PROBES) {
        time.sleep(PROBE_AGAIN);
      }
    } catch (IOException away) {
      // The first request says it.
    }
  }

  boolean hasSession() {
    return session != null;
  }

  /** Sends a request on {@code exchange}; begins the session again if bub has restarted. */
  OutgoingResponse post(Message.Request request, byte[] line, BridgedRequest bridged)
      throws IOException, RpcException {
    if (request.method().equals("initialize")) {
      return open(line, bridged.exchange(doors));
    }
    Session used = session;
    OutgoingResponse response = post(request, line, used, bridged);
    if (response.status() != SESSION_ENDED || used == null) {
      return response;
    }
    response.close();
    beginAgain(used);
    return post(request, line, session, bridged);
  }

  private OutgoingResponse post(
      Message.Request request, byte[] line, @Nullable Session current, BridgedRequest bridged)
      throws IOException, RpcException {
    Map<String, String> headers = headers(current);
    if (current == null) {
      // A request that stands alone repeats in its headers what its body says.
      headers.putAll(StatelessEnvelope.headers(request));
    }
    return bridged.exchange(doors).send("POST", PATH, headers, line, IDLE);
  }

  private OutgoingResponse open(byte[] line, DoorExchange exchange) throws IOException {
    session = null;
    OutgoingResponse response = exchange.send("POST", PATH, headers(null), line, ANSWER);
    session = session(line, response);
    return response;
  }

  private static @Nullable Session session(byte[] initialize, OutgoingResponse response) {
    String id = response.header(SESSION);
    return id == null ? null : new Session(id, McpVersions.agreed(version(initialize)), initialize);
  }

  /** Replaces a session that has ended, once. A failure keeps it, so that the next call tries. */
  private void beginAgain(Session ended) throws IOException {
    beginning.lock();
    try {
      if (session == ended) {
        session = begunAgain(ended);
        notify(INITIALIZED);
      }
    } finally {
      beginning.unlock();
    }
  }

  private Session begunAgain(Session ended) throws IOException {
    try (var exchange = new DoorExchange(doors);
        OutgoingResponse response =
            exchange.send("POST", PATH, headers(null), ended.initialize, ANSWER)) {
      Session begun = session(ended.initialize, response);
      if (begun == null) {
        throw new IOException("it began no session (HTTP status " + response.status() + ")");
      }
      return begun;
    }
  }

  private static String version(byte[] initialize) {
    try {
      RawJson request = RawJson.parse(initialize.clone(), RawJson.DEFAULT_DEPTH);
      return request.fields().object("params").fields().string("protocolVersion");
    } catch (InvalidJson | InvalidField odd) {
      return "";
    }
  }

  void notify(byte[] line) throws IOException {
    int _ = status("POST", line);
  }

  private int status(String method, byte[] body) throws IOException {
    try (var exchange = new DoorExchange(doors);
        OutgoingResponse response = exchange.send(method, PATH, headers(session), body, ANSWER)) {
      return response.status();
    }
  }

  private Map<String, String> headers(@Nullable Session current) {
    var headers = new HashMap<String, String>();
    headers.put("Authorization", "Bearer " + token);
    headers.put("Content-Type", "application/json");
    headers.put(StatelessEnvelope.BRIDGE_HEADER, "stdio");
    headers.put("Accept", "application/json, text/event-stream");
    if (current != null) {
      headers.put("Mcp-Session-Id", current.id);
      headers.put(StatelessEnvelope.VERSION_HEADER, current.version);
    }
    return headers;
  }

  /** Passes notifications of the session on, also after a restart of bub. */
  synchronized void listen(Consumer<String> notifications) {
    if (session != null && listening == null) {
      listening = Thread.ofVirtual().name("mcp-notifications").start(() -> receive(notifications));
    }
  }

  private void receive(Consumer<String> notifications) {
    try {
      while (!isClosed) {
        Session current = session;
        if (current != null) {
          receive(current, notifications);
        }
        time.sleep(AGAIN);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private void receive(Session current, Consumer<String> notifications) {
    try (DoorExchange exchange = listeningExchange();
        OutgoingResponse response =
            exchange.send("GET", PATH, headers(current), new byte[0], IDLE)) {
      if (response.status() == SESSION_ENDED) {
        beginAgain(current);
      } else if (isStream(response)) {
        events(response.body(), notifications);
      }
    } catch (IOException away) {
      // Tries again later.
    }
  }

  private synchronized DoorExchange listeningExchange() throws IOException {
    var exchange = new DoorExchange(doors);
    listeningOn = exchange;
    if (isClosed) {
      exchange.close();
    }
    return exchange;
  }

  static boolean isStream(OutgoingResponse response) {
    String type = response.header("content-type");
    return type != null && type.startsWith("text/event-stream");
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
    isClosed = true;
    synchronized (this) {
      try {
        if (listeningOn != null) {
          listeningOn.close();
        }
      } catch (IOException closed) {
        // It is of no use any more in any case.
      }
    }
  }
}
