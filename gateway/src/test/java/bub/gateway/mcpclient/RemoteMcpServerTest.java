package bub.gateway.mcpclient;

import static bub.testkit.FakeHttpMcpServer.json;
import static bub.testkit.FakeHttpMcpServer.result;
import static bub.testkit.FakeHttpMcpServer.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.TimeSource;
import bub.gateway.DoorScene;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.transport.HttpAuthorizer;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.lobby.Capability;
import bub.testkit.FakeHttpMcpServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemoteMcpServerTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path directory;
  private FakeHttpMcpServer server;

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private McpConnection connect(URI url, McpConnection.Listener listener) throws Exception {
    return connect(url, listener, TimeSource.system());
  }

  private McpConnection connect(URI url, McpConnection.Listener listener, TimeSource time)
      throws Exception {
    var remote = new Remote(url, Map.of("Authorization", "Bearer key"), OAuthClient.NONE);
    var entry =
        new McpServerEntry("remote", remote, false, SOON, List.of(), ElicitationMode.REFUSE);
    return new McpConnections(directory, new PlainLauncher(), (_, _) -> HttpAuthorizer.NONE, time)
        .open(entry, SOON, listener);
  }

  private static String ask(McpConnection connection) throws Exception {
    return connection.call("ask", RawJson.EMPTY_OBJECT, SOON, _ -> {}).toString();
  }

  @Test
  void callsToolsInASessionWithItsHeaders() throws Exception {
    try (McpConnection connection = connect(server.url(), McpConnection.Listener.NONE)) {
      assertThat(connection.tools().tools()).extracting(RemoteTool::name).containsExactly("ask");
      assertThat(ask(connection)).contains("fine");
    }
    assertThat(server.requests().getLast()).contains("Bearer key", "2025-06-18");
    await().atMost(SOON).until(() -> server.requests().getLast().startsWith("DELETE"));
  }

  @Test
  void anAnswerMayComeAsAStream() throws Exception {
    server.then(
        (exchange, id) ->
            send(
                exchange,
                200,
                "text/event-stream",
                ": hello\n\nevent: message\ndata: " + result(id, "streamed") + "\n\n"));
    try (McpConnection connection = connect(server.url(), McpConnection.Listener.NONE)) {
      assertThat(ask(connection)).contains("streamed");
    }
  }

  @Test
  void aStreamWithoutAnAnswerFailsTheCallAtOnce() throws Exception {
    server.then((exchange, _) -> send(exchange, 200, "text/event-stream", ": nothing\n\n"));
    try (McpConnection connection = connect(server.url(), McpConnection.Listener.NONE)) {
      assertThatThrownBy(() -> ask(connection))
          .isInstanceOf(RpcException.class)
          .hasMessageContaining("too early");
    }
  }

  /** A clock on which only the wait that a server asked for passes, and at once. */
  private static final class RetryClock implements TimeSource {
    private static final Duration RETRY = Duration.ofMillis(4_321);
    private final List<Duration> passed = new CopyOnWriteArrayList<>();

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      if (duration.equals(RETRY)) {
        passed.add(duration);
      } else {
        new CountDownLatch(1).await();
      }
    }
  }

  @Test
  void aStreamThatEndsBeforeTheAnswerContinuesWhenAndWhereTheServerSays() throws Exception {
    var pending = new AtomicReference<>("");
    var positions = new CopyOnWriteArrayList<String>();
    server.then(
        (exchange, id) -> {
          pending.set(id);
          send(exchange, 200, "text/event-stream", "id: e1\nretry: 4321\ndata: \n\n");
        });
    server.thenListen(
        exchange -> {
          String position = exchange.getRequestHeaders().getFirst("Last-Event-ID");
          if (position == null) {
            json(exchange, 405, "{}");
            return;
          }
          positions.add(position);
          String next =
              position.equals("e1")
                  ? "id: e2\n\n"
                  : "id: e3\ndata: " + result(pending.get(), "at last") + "\n\n";
          send(exchange, 200, "text/event-stream", next);
        });
    var time = new RetryClock();
    try (McpConnection connection = connect(server.url(), McpConnection.Listener.NONE, time)) {
      assertThat(ask(connection)).contains("at last");
    }
    assertThat(positions).containsExactly("e1", "e2");
    assertThat(time.passed).containsExactly(RetryClock.RETRY, RetryClock.RETRY);
  }

  @Test
  void aStreamThatNeverBringsTheAnswerEndsTheCall() throws Exception {
    var resumes = new AtomicInteger();
    server.then(
        (exchange, _) ->
            send(exchange, 200, "text/event-stream", "id: e1\nretry: 4321\ndata: \n\n"));
    server.thenListen(
        exchange -> {
          if (exchange.getRequestHeaders().containsKey("Last-Event-ID")) {
            resumes.incrementAndGet();
            send(exchange, 200, "text/event-stream", ": nothing\n\n");
          } else {
            json(exchange, 405, "{}");
          }
        });
    try (McpConnection connection =
        connect(server.url(), McpConnection.Listener.NONE, new RetryClock())) {
      assertThatThrownBy(() -> ask(connection)).hasMessageContaining("too early");
    }
    assertThat(resumes.get()).isBetween(1, 20);
  }

  @Test
  void anAnswerThatIsTooLongFailsOnlyItsCall() throws Exception {
    var calls = new AtomicInteger();
    server.then(
        (exchange, id) ->
            json(
                exchange,
                200,
                calls.getAndIncrement() == 0
                    ? result(id, "x".repeat(3 << 20))
                    : result(id, "short")));
    try (McpConnection connection = connect(server.url(), McpConnection.Listener.NONE)) {
      assertThatThrownBy(() -> ask(connection)).hasMessageContaining("longer than");
      assertThat(ask(connection)).contains("short");
    }
  }

  @Test
  void anErrorStatusIsNamed() throws Exception {
    server.then((exchange, _) -> send(exchange, 500, "text/html", "<h1>out of\u001b[2J tea</h1>"));
    try (McpConnection connection = connect(server.url(), McpConnection.Listener.NONE)) {
      assertThatThrownBy(() -> ask(connection))
          .hasMessageContaining("HTTP status 500: <h1>out of[2J tea</h1>");
    }
  }

  @Test
  void theEndOfTheSessionEndsTheConnection() throws Exception {
    server.then((exchange, _) -> json(exchange, 404, "{}"));
    try (McpConnection connection = connect(server.url(), McpConnection.Listener.NONE)) {
      assertThatThrownBy(() -> ask(connection))
          .isInstanceOf(McpFailure.class)
          .hasMessageContaining("ended the session");
    }
  }

  @Test
  void aServerThatIsNotThereIsNamed() throws Exception {
    server.close();
    assertThatThrownBy(() -> connect(server.url(), McpConnection.Listener.NONE))
        .isInstanceOf(McpFailure.class)
        .hasMessageContaining("cannot be reached");
  }

  /** bub's own door is a foreign server for bub's client. */
  @Test
  void bubCanUseTheToolsOfAnotherBub() throws Exception {
    try (var other = new DoorScene(directory)) {
      var provider = other.provider("agent:poet");
      provider.offer(Capability.named("rhyme", "Finds a rhyme"), _ -> RawJson.parse("{\"r\":1}"));
      var changes = new AtomicInteger();
      var listener =
          new McpConnection.Listener() {
            @Override
            public void toolsChanged() {
              changes.incrementAndGet();
            }

            @Override
            public void closed(String reason) {}
          };
      var remote = new Remote(other.url("/mcp"), Map.of(), OAuthClient.NONE);
      var entry = new McpServerEntry("bub", remote, false, SOON, List.of(), ElicitationMode.REFUSE);
      var connections =
          new McpConnections(
              directory, new PlainLauncher(), (_, _) -> HttpAuthorizer.NONE, TimeSource.system());
      try (McpConnection connection = connections.open(entry, SOON, listener)) {
        assertThat(connection.tools().tools())
            .extracting(RemoteTool::name)
            .contains("rhyme", "ask_agent");
        assertThat(connection.call("rhyme", RawJson.EMPTY_OBJECT, SOON, _ -> {}).toString())
            .contains("\"structuredContent\"");
        provider.offer(Capability.named("count", ""), _ -> RawJson.EMPTY_OBJECT);
        await().atMost(SOON).until(() -> changes.get() > 0);
        assertThat(connection.tools().tools()).extracting(RemoteTool::name).contains("count");
      }
    }
  }
}
