package bub.gateway.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.gateway.chat.ChatTimeouts;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Envelope;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Chat completions over OpenAI's protocol, on a real bus. */
@Timeout(60)
class OpenAiDoorTest {
  private static final String HELLO = "{\"role\":\"user\",\"content\":\"hello\"}";

  @TempDir Path directory;
  private DoorScene scene;
  private final Http http = Http.plain();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    awaitDoor();
  }

  private void awaitDoor() {
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    http.close();
    scene.close();
  }

  private URI completions() {
    return scene.url("/v1/chat/completions");
  }

  private static String body(String model, String more, String... messages) {
    return "{\"model\":\"%s\",%s\"messages\":[%s]}"
        .formatted(model, more, String.join(",", messages));
  }

  private Future<Http.Reply> ask(Http who, String body) {
    return threads.submit(() -> who.post(completions(), body));
  }

  private static Fields choice(Http.Reply reply) throws Exception {
    return reply.fields().require("choices").elements().getFirst().fields();
  }

  private static String said(Http.Reply reply) throws Exception {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return choice(reply).object("message").fields().string("content");
  }

  private static Fields error(Http.Reply reply) throws Exception {
    return reply.fields().object("error").fields();
  }

  @Test
  void listsItsOwnAgentAndTheConnectedOnes() throws Exception {
    TestAgent.in(scene, "agent:shouter");
    TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    await()
        .untilAsserted(
            () ->
                assertThat(http.get(scene.url("/v1/models")).body())
                    .contains("\"bub\"", "\"agent:shouter\"")
                    .doesNotContain("agent:worker-1", "agent:system", "agent:console"));
    assertThat(http.get(scene.url("/v1/models/agent:shouter")).status()).isEqualTo(200);
    assertThat(http.get(scene.url("/v1/models/agent:nobody")).status()).isEqualTo(404);
  }

  @Test
  void givesACallerAnAgentAndReturnsItsAnswer() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);

    Future<Http.Reply> reply = ask(http, body("bub", "", HELLO));
    Envelope question = agent.question();

    assertThat(TestAgent.text(question)).isEqualTo("hello");
    assertThat(question.from().value()).startsWith("door:openai-");
    assertThat(agent.reply(question, "hi").success()).isTrue();
    assertThat(said(reply.get())).isEqualTo("hi");
    assertThat(choice(reply.get()).string("finish_reason")).isEqualTo("stop");
  }

  @Test
  void forwardsOnlyWhatIsNewAndInstructionsOnce() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    String system = "{\"role\":\"system\",\"content\":\"be brief\"}";
    String assistant = "{\"role\":\"assistant\",\"content\":\"hi\"}";
    String parts = "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"more\"}]}";

    Future<Http.Reply> first = ask(http, body("bub", "", system, HELLO));
    Envelope question = agent.question();
    agent.reply(question, "hi");
    first.get();
    Future<Http.Reply> second = ask(http, body("bub", "", system, HELLO, assistant, parts));
    Envelope next = agent.question();
    agent.reply(next, "ok");

    assertThat(TestAgent.text(question)).isEqualTo("be brief\n\nhello");
    assertThat(TestAgent.text(next)).isEqualTo("more");
    assertThat(said(second.get())).isEqualTo("ok");
  }

  @Test
  void usersHaveTheirOwnChats() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    ask(http, body("bub", "\"user\":\"ann\",", HELLO));
    Envelope ann = agent.question();
    ask(http, body("bub", "\"user\":\"bob\",", HELLO));
    Envelope bob = agent.question();
    ask(http, body("bub", "\"user\":\"ann\",", HELLO));
    Envelope annAgain = agent.question();

    assertThat(bob.from()).isNotEqualTo(ann.from());
    assertThat(annAgain.from()).isEqualTo(ann.from());
    for (Envelope question : List.of(ann, bob, annAgain)) {
      agent.reply(question, "ok");
    }
  }

  @Test
  void streamsTheTextAsItGrows() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    Future<List<String>> events =
        threads.submit(
            () -> events(http.stream(completions(), body("bub", "\"stream\":true,", HELLO))));
    Envelope question = agent.question();
    agent.partial(question, "Let me see", 1);
    agent.reply(question, "Let me see: 4");

    List<String> got = events.get();
    assertThat(got.getLast()).isEqualTo("[DONE]");
    assertThat(got.getFirst()).contains("\"role\":\"assistant\"");
    assertThat(streamed(got)).isEqualTo("Let me see: 4");
    assertThat(got.get(got.size() - 2)).contains("\"finish_reason\":\"stop\"");
  }

  private static List<String> events(HttpResponse<InputStream> response) throws Exception {
    assertThat(response.statusCode()).isEqualTo(200);
    var all = new ArrayList<String>();
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          all.add(line.substring("data: ".length()));
        }
      }
    }
    return all;
  }

  private static String streamed(List<String> events) throws Exception {
    var text = new StringBuilder();
    for (String event : events) {
      if (event.startsWith("{")) {
        RawJson choice = RawJson.parse(event).fields().require("choices").elements().getFirst();
        String delta = choice.fields().object("delta").fields().optionalString("content");
        text.append(delta == null ? "" : delta);
      }
    }
    return text.toString();
  }

  @Test
  void passesToolCallsThroughInBothDirections() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:tools");
    String tools = "[{\"type\":\"function\",\"function\":{\"name\":\"weather\"}}]";
    String call =
        "{\"id\":\"c1\",\"type\":\"function\","
            + "\"function\":{\"name\":\"weather\",\"arguments\":\"{}\"}}";
    Future<Http.Reply> asked = ask(http, body("agent:tools", "\"tools\":" + tools + ",", HELLO));
    Envelope question = agent.question();
    RawJson content = question.payload().fields().object("content");
    assertThat(content.fields().require("tools").toString()).isEqualTo(tools);
    agent.reply(
        question,
        RawJson.parse(
            "{\"type\":\"tg_reply\",\"reply_to_message_id\":\"%s\",\"content\":{\"text\":\"\",\"tool_calls\":[%s]}}"
                .formatted(question.messageId(), call)));

    Fields choice = choice(asked.get());
    assertThat(choice.string("finish_reason")).isEqualTo("tool_calls");
    assertThat(choice.object("message").toString()).contains("\"tool_calls\":[" + call + "]");

    String wanted = "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + call + "]}";
    String result = "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"sunny\"}";
    Future<Http.Reply> told = ask(http, body("agent:tools", "", HELLO, wanted, result));
    Envelope next = agent.question();
    agent.reply(next, "It is sunny.");
    assertThat(
            next.payload().fields().object("content").fields().require("tool_results").toString())
        .isEqualTo("[{\"tool_call_id\":\"c1\",\"content\":\"sunny\"}]");
    assertThat(TestAgent.text(next)).contains("c1", "sunny");
    assertThat(said(told.get())).isEqualTo("It is sunny.");
  }

  @Test
  void streamsToolCallsWithTheirIndex() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:tools");
    Future<List<String>> events =
        threads.submit(
            () ->
                events(http.stream(completions(), body("agent:tools", "\"stream\":true,", HELLO))));
    Envelope question = agent.question();
    agent.reply(
        question,
        RawJson.parse(
            "{\"type\":\"tg_reply\",\"content\":{\"text\":\"\",\"tool_calls\":[{\"id\":\"c1\"}]}}"));
    assertThat(events.get())
        .anyMatch(event -> event.contains("\"tool_calls\":[{\"id\":\"c1\",\"index\":0}]"))
        .anyMatch(event -> event.contains("\"finish_reason\":\"tool_calls\""));
  }

  @Test
  void aFailedTurnIsAnErrorThatClientsDoNotRepeat() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    Future<Http.Reply> reply = ask(http, body("bub", "", HELLO));
    agent.fail(agent.question(), "the model is away");

    assertThat(reply.get().status()).isEqualTo(502);
    assertThat(error(reply.get()).string("message")).isEqualTo("the model is away");
    assertThat(reply.get().header("X-Should-Retry")).isEqualTo("false");
  }

  @Test
  void aSilentAgentEndsInATimeoutAndIsStopped() throws Exception {
    scene.close();
    var timeouts = new ChatTimeouts(Duration.ofSeconds(10), Duration.ofMillis(300));
    scene = new DoorScene(Files.createDirectory(directory.resolve("quick")), timeouts);
    awaitDoor();
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    Future<Http.Reply> reply = ask(http, body("bub", "", HELLO));
    Envelope question = agent.question();

    assertThat(reply.get().status()).isEqualTo(504);
    await().until(() -> agent.others.stream().anyMatch(other -> isStop(other)));
    assertThat(agent.reply(question, "too late").message()).contains("nobody waits");
  }

  private static boolean isStop(Envelope envelope) {
    String type = envelope.type();
    return "agent_command".equals(type) || "trace_stopped".equals(type);
  }

  @Test
  void aClientThatLeavesItsStreamStopsTheAgent() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    Future<HttpResponse<InputStream>> stream =
        threads.submit(() -> http.stream(completions(), body("bub", "\"stream\":true,", HELLO)));
    Envelope question = agent.question();
    stream.get().body().close();

    for (int i = 1; agent.others.stream().noneMatch(OpenAiDoorTest::isStop); i++) {
      agent.partial(question, "x".repeat(i), i);
    }
  }

  @Test
  void aClientThatLeavesBeforeTheAnswerStopsTheAgent() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    URI url = completions();
    byte[] body = body("bub", "", HELLO).getBytes(StandardCharsets.UTF_8);
    try (var client = new Socket(url.getHost(), url.getPort())) {
      String head =
          "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
              .formatted(url.getPath(), url.getAuthority(), body.length);
      client.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      client.getOutputStream().write(body);
      agent.question();
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> agent.others.stream().anyMatch(OpenAiDoorTest::isStop));
  }

  @Test
  void anotherAgentCannotAnswer() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    TestAgent intruder = TestAgent.in(scene, "agent:intruder");
    Future<Http.Reply> reply = ask(http, body("bub", "", HELLO));
    Envelope question = agent.question();

    assertThat(intruder.reply(question, "trust me").success()).isFalse();
    agent.reply(question, "hi");
    assertThat(said(reply.get())).isEqualTo("hi");
  }

  @Test
  void refusesTooManyOpenCompletionsByName() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:worker-1").forEveryChat(scene);
    var open = new ArrayList<Envelope>();
    var replies = new ArrayList<Future<Http.Reply>>();
    for (int i = 0; i < 16; i++) {
      replies.add(ask(http, body("bub", "", HELLO)));
      open.add(agent.question());
    }
    Http.Reply refused = http.post(completions(), body("bub", "", HELLO));

    assertThat(refused.status()).isEqualTo(429);
    assertThat(error(refused).string("code")).isEqualTo("rate_limit_exceeded");
    assertThat(refused.header("Retry-After")).isNotEmpty();
    for (Envelope question : open) {
      agent.reply(question, "done");
    }
    for (Future<Http.Reply> reply : replies) {
      assertThat(said(reply.get())).isEqualTo("done");
    }
    Future<Http.Reply> next = ask(http, body("bub", "", HELLO));
    agent.reply(agent.question(), "free again");
    assertThat(said(next.get())).isEqualTo("free again");
  }
}
