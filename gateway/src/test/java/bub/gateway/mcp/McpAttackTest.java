package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.caller.Caller;
import bub.json.RawJson;
import bub.protocol.Address;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that break the rules of MCP, and what it costs the door. */
@Timeout(120)
class McpAttackTest {
  private static final String ALL = "{\"elicitation\":{},\"sampling\":{}}";
  private static final String ASKING =
      McpClient.call(1, "test_elicitation", "{\"message\":\"Who are you?\"}");

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient anonymous;
  private McpClient mcp;
  private final Http http = Http.plain();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    McpFixtureAgent _ = McpFixtureAgent.in(scene);
    anonymous = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    mcp = anonymous.initializedWith(ALL);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    http.close();
    scene.close();
  }

  private static String answer(String id, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result);
  }

  /** Begins a call whose question waits; its id comes first, then the result. */
  private Future<String> asking(SynchronousQueue<String> questions) {
    return threads.submit(
        () -> {
          List<RawJson> all =
              mcp.converse(
                  ASKING,
                  question -> {
                    try {
                      questions.put(question.require("id").toString());
                      return questions.take();
                    } catch (InterruptedException stopping) {
                      throw new IllegalStateException(stopping);
                    }
                  });
          return all.getLast().toString();
        });
  }

  @Test
  void tenThousandSessionsLeaveRoomForOthers() throws Exception {
    var sessions = new McpSessions(TimeSource.system(), new McpInboxes());
    var greedy = new Caller(new Address("agent:greedy"), "t", false, Set.of(), List.of());
    int refused = 0;
    for (int i = 0; i < 10_000; i++) {
      try {
        McpSession _ = sessions.open(greedy, ClientFeatures.NONE, Address::new);
      } catch (HttpRefusal full) {
        assertThat(full.reason()).isEqualTo("too_many_sessions");
        refused++;
      }
    }
    assertThat(sessions.size()).isEqualTo(McpSessions.MOST_PER_CALLER);
    assertThat(refused).isEqualTo(10_000 - McpSessions.MOST_PER_CALLER);
    var other = new Caller(new Address("agent:other"), "u", false, Set.of(), List.of());
    assertThat(sessions.open(other, ClientFeatures.NONE, Address::new)).isNotNull();
  }

  @Test
  void aSessionKeepsOnlyTheFeaturesThatBubKnows() throws Exception {
    String padding = "x".repeat(1_000_000);
    RawJson declared =
        RawJson.parse(
            """
            {"elicitation":{"pad":"%1$s"},"pad":"%1$s",
             "extensions":{"pad":"%1$s","io.modelcontextprotocol/tasks":{"pad":"%1$s"}}}\
            """
                .formatted(padding));
    assertThat(ClientFeatures.of(declared))
        .isEqualTo(new ClientFeatures(Set.of("elicitation"), true));
  }

  @Test
  void aSubscriptionToSomethingElseThanAListIsTheClientsMistake() throws Exception {
    String listen =
        """
        {"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{
          "io.modelcontextprotocol/protocolVersion":"2026-07-28",
          "io.modelcontextprotocol/clientCapabilities":{}},
         "notifications":{"resourceSubscriptions":"secret"}}}\
        """;
    Http.Reply response =
        anonymous
            .with("MCP-Protocol-Version", "2026-07-28")
            .with("Mcp-Method", "subscriptions/listen")
            .post(listen);
    assertThat(response.body()).contains("-32602").contains("resourceSubscriptions");
    assertThat(response.status()).isEqualTo(400);
  }

  @Test
  void unrequestedAnswersHaveNoEffect() throws Exception {
    for (String id : new String[] {"1", "\"bub-1\"", "\"bub-99\"", "null"}) {
      assertThat(mcp.post(answer(id, "{\"action\":\"accept\"}")).status()).isEqualTo(202);
    }
    assertThat(
            mcp.post("{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":1,\"message\":\"x\"}}")
                .status())
        .isEqualTo(202);
    assertThat(mcp.post(McpClient.request(1, "ping", "{}")).body()).contains("\"result\":{}");
  }

  @Test
  void anotherSessionCannotAnswer() throws Exception {
    var questions = new SynchronousQueue<String>();
    Future<String> result = asking(questions);
    String id = questions.take();
    McpClient stranger = anonymous.initializedWith(ALL);
    String forged = answer(id, "{\"action\":\"accept\",\"content\":{\"username\":\"mallory\"}}");
    assertThat(stranger.post(forged).status()).isEqualTo(202);
    assertThat(anonymous.with("Mcp-Session-Id", "0123").post(forged).status()).isEqualTo(404);
    questions.put("{\"action\":\"accept\",\"content\":{\"username\":\"ann\"}}");
    assertThat(result.get()).contains("ann").doesNotContain("mallory");
  }

  @Test
  void anotherCallerCannotUseTheSession() throws Exception {
    String token = scene.token("agent:stranger");
    scene.lock();
    McpClient stranger = mcp.with("Authorization", "Bearer " + token);
    assertThat(stranger.post(McpClient.request(1, "ping", "{}")).status()).isEqualTo(404);
    assertThat(stranger.post(answer("\"bub-1\"", "{}")).status()).isEqualTo(404);
  }

  @Test
  void aGiantAnswerIsRefusedAndTheQuestionWaits() throws Exception {
    var questions = new SynchronousQueue<String>();
    Future<String> result = asking(questions);
    String id = questions.take();
    String giant =
        "{\"action\":\"accept\",\"content\":{\"username\":\"" + "x".repeat(2 << 20) + "\"}}";
    // The door closes this connection, so it must not be one of the client's.
    try (Http other = new Http(Http.plain().client(), mcp.http().headers())) {
      assertThat(other.post(mcp.url(), answer(id, giant)).status()).isEqualTo(413);
    }
    questions.put("{\"action\":\"decline\"}");
    assertThat(result.get()).contains("decline");
  }

  @Test
  void aRequestMayBeCancelledTwice() throws Exception {
    var questions = new SynchronousQueue<String>();
    Future<String> result = asking(questions);
    String _ = questions.take();
    String cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
    assertThat(mcp.post(cancel).status()).isEqualTo(202);
    assertThat(mcp.post(cancel).status()).isEqualTo(202);
    questions.put("{\"action\":\"accept\",\"content\":{}}");
    assertThat(result.get()).contains("-32800");
    assertThat(mcp.post(cancel).status()).isEqualTo(202);
    // The id is free again.
    assertThat(
            mcp.result(McpClient.call(1, "greet", "{\"name\":\"Ann\"}"))
                .require("content")
                .toString())
        .contains("Ann");
  }

  @Test
  void aClientThatLeavesEndsItsQuestion() throws Exception {
    var session =
        new McpSession(
            "s",
            new Address("agent:a"),
            new Address("mcp:a"),
            ClientFeatures.NONE,
            TimeSource.system());
    var run = new RequestRun();
    Future<RawJson> answer =
        threads.submit(
            () ->
                session
                    .questions()
                    .ask(run, "elicitation/create", RawJson.EMPTY_OBJECT, Duration.ofMinutes(10)));
    await().until(() -> session.questions().size() == 1);
    run.unread();
    assertThatThrownBy(answer::get).hasMessageContaining("left before it answered");
    assertThat(session.questions().size()).isZero();
  }

  @Test
  void aQuestionHasADeadline() {
    var questions = new ClientQuestions();
    assertThatThrownBy(
            () ->
                questions.ask(
                    new RequestRun(), "roots/list", RawJson.EMPTY_OBJECT, Duration.ofMillis(1)))
        .hasMessageContaining("did not answer the question in time");
    assertThat(questions.size()).isZero();
  }

  @Test
  void aReaderThatNeverReadsKeepsFewReports() throws Exception {
    var run = new RequestRun();
    for (int i = 0; i < 100_000; i++) {
      run.progress("step " + i);
    }
    int kept = 0;
    while (run.next(Duration.ZERO) != null) {
      kept++;
    }
    assertThat(kept).isEqualTo(RequestRun.MOST_WAITING);
  }

  @Test
  void giantReportsForAReaderThatNeverReadsTakeLittleMemory() throws Exception {
    var run = new RequestRun();
    RawJson giant = RawJson.parse("[\"" + "ä".repeat(500_000) + "\"]");
    for (int i = 0; i < RequestRun.MOST_WAITING; i++) {
      run.progress(giant.toString());
      run.report(new RequestRun.Event.Log(McpLogLevel.INFO, "x".repeat(1 << 20), giant));
      run.report(
          new RequestRun.Event.Log(
              McpLogLevel.INFO, null, RawJson.parse("\"" + "x".repeat(60_000) + "\"")));
    }
    long bytes = 0;
    while (run.next(Duration.ZERO) instanceof RequestRun.Event.Report report) {
      bytes += report.bytes();
    }
    assertThat(bytes).isBetween(100_000L, (long) RequestRun.MOST_WAITING_BYTES);
    run.progress("The reader is back.");
    assertThat(run.next(Duration.ZERO))
        .isEqualTo(
            new RequestRun.Event.Progress(
                RequestRun.MOST_WAITING + 1, null, "The reader is back."));
  }

  @Test
  void textsAreCutBetweenCharacters() {
    String text = "x".repeat(ReportLimits.LONGEST_TEXT - 2) + "🙂🙂";
    assertThat(ReportLimits.shortened(text))
        .isEqualTo("x".repeat(ReportLimits.LONGEST_TEXT - 2) + "…");
    assertThat(ReportLimits.shortened("🙂")).isEqualTo("🙂");
  }

  @Test
  void anUnreadStreamDoesNotBlockOthers() throws Exception {
    var unread = mcp.http().streamGet(mcp.url());
    try (var lines =
        new BufferedReader(new InputStreamReader(unread.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).startsWith(":");
      McpClient other = anonymous.initialized();
      for (int i = 0; i < 5; i++) {
        assertThat(other.result(McpClient.call(i, "test_trigger_tool_change", "{}")).has("content"))
            .isTrue();
      }
    }
  }

  @Test
  void tooManySubscriptionsAreRefused() {
    var session =
        new McpSession(
            "s",
            new Address("agent:a"),
            new Address("mcp:a"),
            ClientFeatures.NONE,
            TimeSource.system());
    for (int i = 0; i < McpSession.MOST_SUBSCRIPTIONS; i++) {
      assertThat(session.subscribe("test://" + i)).isTrue();
    }
    assertThat(session.subscribe("test://more")).isFalse();
    assertThat(session.subscribe("test://1")).isTrue();
  }
}
