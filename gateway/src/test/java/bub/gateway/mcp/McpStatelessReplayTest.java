package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main checks of MCP's conformance suite in the revision without sessions, on our fixture. */
@Timeout(120)
class McpStatelessReplayTest {
  private static final String ALL = "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}";
  private static final String TASKS =
      "{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
  private static final String ACCEPTED = "{\"action\":\"accept\",\"content\":{\"name\":\"Alice\"}}";

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient mcp;
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    start();
  }

  private void start() throws Exception {
    scene = new DoorScene(directory);
    McpFixtureAgent _ = McpFixtureAgent.in(scene);
    mcp = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  private Http.Reply call(String tool, String more, String capabilities) throws Exception {
    return mcp.alone(
        "tools/call",
        tool,
        "\"name\":\"%s\",\"arguments\":{}%s".formatted(tool, more),
        capabilities);
  }

  private static Fields result(Http.Reply reply) throws Exception {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    RawJson answer = RawJson.parse(reply.body());
    assertThat(answer.fields().has("result")).as(reply.body()).isTrue();
    return answer.fields().object("result").fields();
  }

  @Test
  void aProviderAsksAndTheClientCallsAgain() throws Exception {
    String tool = "test_input_required_result_request_state";
    Fields asked = result(call(tool, "", ALL));
    assertThat(asked.string("resultType")).isEqualTo("input_required");
    assertThat(asked.object("inputRequests").fields().has("confirm")).isTrue();
    String state = asked.string("requestState");
    assertThat(state).doesNotContain("round-1");

    String again = ",\"inputResponses\":{\"confirm\":%s},\"requestState\":\"%s\"";
    assertThat(result(call(tool, again.formatted(ACCEPTED, state), ALL)).string("resultType"))
        .isEqualTo("complete");
    Http.Reply tampered = call(tool, again.formatted(ACCEPTED, state + "x"), ALL);
    assertThat(tampered.status()).isEqualTo(400);
    assertThat(tampered.body()).contains("-32602", "requestState");
    Http.Reply elsewhere =
        call("test_input_required_result_elicitation", again.formatted(ACCEPTED, state), ALL);
    assertThat(elsewhere.body()).contains("-32602", "requestState");
  }

  @Test
  void answersMustBeObjects() throws Exception {
    String tool = "test_input_required_result_elicitation";
    assertThat(call(tool, ",\"inputResponses\":{\"user_name\":12345}", ALL).status())
        .isEqualTo(400);
    assertThat(call(tool, ",\"inputResponses\":null", ALL).status()).isEqualTo(400);
    assertThat(
            result(call(tool, ",\"inputResponses\":{\"wrong\":%s}".formatted(ACCEPTED), ALL))
                .string("resultType"))
        .isEqualTo("input_required");
  }

  @Test
  void onlyQuestionsThatTheClientCanAnswerAreAsked() throws Exception {
    Fields asked = result(call("test_input_required_result_capabilities", "", "{\"sampling\":{}}"));
    assertThat(asked.object("inputRequests").toString())
        .contains("sampling/createMessage")
        .doesNotContain("elicitation/create");
    Http.Reply refused = call("test_missing_capability", "", "{}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("-32021", "\"requiredCapabilities\":{\"sampling\":{}}");
  }

  @Test
  void missingInputIsAQuestion() throws Exception {
    Fields asked = result(call("greet", "", ALL));
    assertThat(asked.object("inputRequests").toString()).contains("missing_input", "greet needs");
    Fields answered =
        result(
            call("greet", ",\"inputResponses\":{\"missing_input\":%s}".formatted(ACCEPTED), ALL));
    assertThat(answered.require("content").toString()).contains("Hello, Alice!");
  }

  @Test
  void aPromptMayAsk() throws Exception {
    String prompt = "test_input_required_result_prompt";
    Fields asked = result(mcp.alone("prompts/get", prompt, "\"name\":\"" + prompt + "\"", ALL));
    assertThat(asked.string("resultType")).isEqualTo("input_required");
  }

  @Test
  void argumentsInHeadersMustMatchTheBody() throws Exception {
    String name = "test_header_params";
    String params = "\"name\":\"" + name + "\",\"arguments\":{\"region\":\"Hello\"}";
    for (String header : new String[] {"Hello", "=?base64?SGVsbG8=?="}) {
      Http.Reply good = mcp.with("Mcp-Param-Region", header).alone("tools/call", name, params, ALL);
      assertThat(good.status()).as(header).isEqualTo(200);
    }
    for (String header : new String[] {"Bye", "=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?="}) {
      Http.Reply bad = mcp.with("Mcp-Param-Region", header).alone("tools/call", name, params, ALL);
      assertThat(bad.status()).as(header).isEqualTo(400);
      assertThat(bad.body()).contains("-32020");
    }
    assertThat(mcp.alone("tools/call", name, params, ALL).body()).contains("-32020");
  }

  // ---- tasks

  private Fields task(String id) throws Exception {
    return result(mcp.alone("tasks/get", id, "\"taskId\":\"" + id + "\"", TASKS));
  }

  private String created(String tool, String arguments) throws Exception {
    Fields task =
        result(
            mcp.alone(
                "tools/call",
                tool,
                "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments),
                TASKS));
    assertThat(task.string("resultType")).isEqualTo("task");
    assertThat(task.has("ttlMs")).isTrue();
    return task.string("taskId");
  }

  private Fields ended(String id, String status) {
    return await().until(() -> task(id), task -> task.string("status").equals(status));
  }

  @Test
  void aLongCallBecomesATask() throws Exception {
    String id = created("slow_compute", "{\"seconds\":2}");
    assertThat(task(id).string("status")).isEqualTo("working");
    Fields done = ended(id, "completed");
    assertThat(done.object("result").toString()).contains("computed");
    assertThat(
            result(
                    call(
                        "greet",
                        ",\"inputResponses\":{\"missing_input\":%s}".formatted(ACCEPTED),
                        TASKS))
                .string("resultType"))
        .isEqualTo("complete");
  }

  @Test
  void aToolErrorIsAResultAndABrokenContractIsNot() throws Exception {
    String failing = created("failing_job", "{}");
    String broken = created("protocol_error_job", "{}");
    assertThat(ended(failing, "completed").object("result").fields().bool("isError")).isTrue();
    assertThat(ended(broken, "failed").object("error").toString()).contains("Invalid output");
  }

  @Test
  void aTaskIsCancelledOnceAndStaysSo() throws Exception {
    String id = created("slow_compute", "{\"seconds\":60}");
    for (int i = 0; i < 2; i++) {
      Fields ack = result(mcp.alone("tasks/cancel", id, "\"taskId\":\"" + id + "\"", TASKS));
      assertThat(ack.has("taskId")).isFalse();
      assertThat(task(id).string("status")).isEqualTo("cancelled");
    }
  }

  @Test
  void questionsOfATaskSurviveARestart() throws Exception {
    String id = created("multi_input", "{}");
    assertThat(ended(id, "input_required").object("inputRequests").fields().count()).isEqualTo(2);
    update(id, "first");
    assertThat(task(id).object("inputRequests").fields().has("first")).isFalse();

    scene.close();
    start();
    assertThat(task(id).string("status")).isEqualTo("input_required");
    update(id, "second");
    assertThat(ended(id, "completed").object("result").toString()).contains("first", "second");
  }

  private void update(String id, String key) throws Exception {
    Fields ack =
        result(
            mcp.alone(
                "tasks/update",
                id,
                "\"taskId\":\"%s\",\"inputResponses\":{\"%s\":%s}".formatted(id, key, ACCEPTED),
                TASKS));
    assertThat(ack.has("status")).isFalse();
  }

  @Test
  void aRunningTaskFailsWhenBubStops() throws Exception {
    String id = created("slow_compute", "{\"seconds\":60}");
    scene.close();
    start();
    assertThat(task(id).string("status")).isEqualTo("failed");
    assertThat(task(id).object("error").toString()).contains("bub stopped");
  }

  @Test
  void tasksBelongToTheirCallerAndNeedTheExtension() throws Exception {
    String id = created("slow_compute", "{\"seconds\":2}");
    String params = "\"taskId\":\"" + id + "\"";
    assertThat(mcp.alone("tasks/get", id, params, ALL).body()).contains("-32021");
    String token = scene.token("agent:stranger");
    Http.Reply stranger =
        mcp.with("Authorization", "Bearer " + token).alone("tasks/get", id, params, TASKS);
    assertThat(stranger.status()).isIn(400, 401);
    assertThat(call("failing_job", "", ALL).body()).contains("-32021", "extensions");
  }
}
