package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.gateway.chat.ChatTimeouts;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.message.NoticeEvent;
import bub.protocol.message.Payload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The question of the loop guard, as a question to the person at an MCP client. */
@Timeout(60)
class GoOnQuestionTest {
  private static final String NOTICE = "The agents go around in circles. Go on?";

  private static final String ARGUMENTS = "{\"text\":\"Plan\",\"agent\":\"agent:planner\"}";
  private static final String YES = "{\"action\":\"accept\",\"content\":{\"go_on\":true}}";

  /** A question that an agent got, and the state of the client's request about it. */
  private record Stopped(Envelope question, String state) {}

  @TempDir Path directory;
  private DoorScene scene;
  private TestAgent agent;
  private BusClient system;
  private McpClient anonymous;
  private McpClient mcp;
  private final Http http = Http.plain();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws Exception {
    open(directory, ChatTimeouts.standard());
  }

  private void open(Path place, ChatTimeouts timeouts) throws Exception {
    scene = new DoorScene(place, timeouts);
    agent = TestAgent.in(scene, "agent:planner");
    system = scene.peer("agent:system", _ -> Ack.ok("noted"));
    anonymous = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).body().contains("agent:planner"));
    mcp = anonymous.initializedWith("{\"elicitation\":{}}");
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    http.close();
    scene.close();
  }

  private Future<List<RawJson>> asked(String choice) {
    String call = McpClient.call(1, "ask_agent", ARGUMENTS);
    return threads.submit(
        () ->
            mcp.converse(
                call,
                question -> {
                  assertThat(question.object("params").fields().string("message"))
                      .isEqualTo(NOTICE);
                  return "{\"action\":\"accept\",\"content\":{\"go_on\":%s}}".formatted(choice);
                }));
  }

  private void stop(Envelope question) throws Exception {
    var notice = new NoticeEvent(NOTICE, question.messageId());
    Ack _ = system.send(question.from(), Payload.of(notice.toEvent())).acks().getFirst();
  }

  @Test
  void yesLetsTheTurnGoOn() throws Exception {
    Future<List<RawJson>> answer = asked("true");
    Envelope question = agent.question();
    stop(question);
    agent.reply(question, "The plan");
    assertThat(answer.get().getLast().toString()).contains("The plan");
  }

  @Test
  void noEndsIt() throws Exception {
    Future<List<RawJson>> answer = asked("false");
    stop(agent.question());
    assertThat(answer.get().getLast().toString()).contains("\"isError\":true", NOTICE);
  }

  private Future<RawJson> alone(McpClient client, String more) {
    String params = "\"name\":\"ask_agent\",\"arguments\":" + ARGUMENTS + more;
    return threads.submit(
        () -> {
          String reply =
              client.alone("tools/call", "ask_agent", params, "{\"elicitation\":{}}").body();
          String json = reply.substring(reply.lastIndexOf("{\"jsonrpc\""));
          return RawJson.parse(json.strip());
        });
  }

  /** Asks, and stops the turn at once. */
  private Stopped stopped(McpClient client) throws Exception {
    Future<RawJson> first = alone(client, "");
    Envelope question = agent.question();
    stop(question);
    Fields result = first.get().fields().object("result").fields();
    assertThat(result.string("resultType")).isEqualTo("input_required");
    assertThat(result.object("inputRequests").toString())
        .contains("\"go_on\":{\"method\":\"elicitation/create\"", NOTICE);
    return new Stopped(question, result.string("requestState"));
  }

  private static String answer(String state, String answer) {
    return ",\"requestState\":\"%s\",\"inputResponses\":{\"go_on\":%s}".formatted(state, answer);
  }

  @Test
  void withoutASessionTheClientRepeatsItsRequestWithTheAnswer() throws Exception {
    Stopped first = stopped(anonymous);
    Future<RawJson> second = alone(anonymous, answer(first.state(), YES));
    agent.reply(first.question(), "The plan");
    assertThat(second.get().fields().object("result").toString()).contains("The plan", "complete");
    assertThat(alone(anonymous, answer(first.state(), YES)).get().toString())
        .contains("do not wait for this answer any more");
  }

  @Test
  void oneYesIsForOneStop() throws Exception {
    Stopped first = stopped(anonymous);
    Future<RawJson> second = alone(anonymous, answer(first.state(), YES));
    stop(first.question());
    Fields again = second.get().fields().object("result").fields();
    assertThat(again.string("resultType")).isEqualTo("input_required");
    Future<RawJson> third = alone(anonymous, answer(again.string("requestState"), YES));
    agent.reply(first.question(), "The plan");
    assertThat(third.get().toString()).contains("The plan");
  }

  @Test
  void aRepeatedRequestWithoutAnAnswerGetsTheQuestionAgain() throws Exception {
    Stopped first = stopped(anonymous);
    Fields again = alone(anonymous, ",\"requestState\":\"" + first.state() + "\"").get().fields();
    assertThat(again.object("result").fields().string("resultType")).isEqualTo("input_required");
  }

  @Test
  void anythingButYesEndsTheTurn() throws Exception {
    for (String no :
        List.of(
            "{\"action\":\"decline\"}",
            "{\"action\":\"accept\"}",
            "{\"action\":\"accept\",\"content\":{\"go_on\":\"true\"}}",
            "{\"action\":\"cancel\",\"content\":{\"go_on\":true}}")) {
      Stopped first = stopped(anonymous);
      assertThat(alone(anonymous, answer(first.state(), no)).get().toString())
          .contains("\"isError\":true", NOTICE);
    }
    await().until(() -> agent.others.size() == 4); // each of them is told to stop
  }

  @Test
  void agentsThatNobodyAnswersStopAtTheDeadline() throws Exception {
    scene.close();
    var timeouts = new ChatTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(3));
    open(Files.createDirectories(directory.resolve("hasty")), timeouts);
    Stopped first = stopped(anonymous);
    await().until(() -> agent.others.size() == 1); // it is told to stop
    assertThat(alone(anonymous, answer(first.state(), YES)).get().toString())
        .contains("do not wait for this answer any more");
  }

  @Test
  void theStateIsForItsCallerAndItsConversationOnly() throws Exception {
    Stopped first = stopped(anonymous);
    String token = scene.token("agent:thief");
    scene.lock();
    McpClient thief = McpClient.of(http, scene).with("Authorization", "Bearer " + token);
    assertThat(alone(thief, answer(first.state(), YES)).get().toString()).contains("-32602");
    assertThat(alone(thief, answer("x" + first.state(), YES)).get().toString()).contains("-32602");
  }

  @Test
  void theStateOfAnotherConversationHasNoEffect() throws Exception {
    Stopped first = stopped(anonymous);
    String params =
        "\"name\":\"ask_agent\",\"arguments\":{\"text\":\"Plan\",\"agent\":\"agent:planner\","
            + "\"conversation\":\"other\"}"
            + answer(first.state(), YES);
    assertThat(anonymous.alone("tools/call", "ask_agent", params, "{\"elicitation\":{}}").body())
        .contains("do not wait for this answer any more");
    Future<RawJson> second = alone(anonymous, answer(first.state(), YES));
    agent.reply(first.question(), "The plan");
    assertThat(second.get().toString()).contains("The plan");
  }

  @Test
  void tooManyAgentsThatWaitAreRefused() throws Exception {
    for (int i = 0; i < PausedTurns.MOST_PER_CALLER; i++) {
      Stopped _ = stopped(anonymous);
    }
    Future<RawJson> more = alone(anonymous, "");
    stop(agent.question());
    assertThat(more.get().toString()).contains("\"isError\":true", "which is the limit");
  }
}
