package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.message.NoticeEvent;
import bub.protocol.message.Payload;
import java.nio.file.Path;
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

  @TempDir Path directory;
  private DoorScene scene;
  private TestAgent agent;
  private BusClient system;
  private McpClient mcp;
  private final Http http = Http.plain();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    agent = TestAgent.in(scene, "agent:planner");
    system = scene.peer("agent:system", _ -> Ack.ok("noted"));
    McpClient anonymous = McpClient.of(http, scene);
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
    String call = McpClient.call(1, "ask_agent", "{\"text\":\"Plan\",\"agent\":\"agent:planner\"}");
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
}
