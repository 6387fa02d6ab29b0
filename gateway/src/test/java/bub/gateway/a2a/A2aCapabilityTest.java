package bub.gateway.a2a;

import static bub.gateway.a2a.A2aClient.data;
import static bub.gateway.a2a.A2aClient.state;
import static bub.gateway.a2a.A2aClient.statusText;
import static bub.gateway.a2a.A2aClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.NeedsInput;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Envelope;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.InputRequired;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Inputs, answers and files of capabilities and agents over A2A. */
@Timeout(60)
class A2aCapabilityTest {
  @TempDir Path directory;
  @AutoClose private DoorScene scene;
  @AutoClose private final Http http = Http.plain();
  private final List<RawJson> inputs = new CopyOnWriteArrayList<>();
  private A2aClient lobby;

  @BeforeEach
  void start() throws Exception {
    scene = new DoorScene(directory);
    lobby = new A2aClient(scene, http, "/a2a");
  }

  /** Asks at first; an input with answers is booked. */
  private void booker() throws Exception {
    RawJson schema =
        DoorScene.json("{\"type\":\"object\",\"properties\":{\"time\":{\"type\":\"string\"}}}");
    scene
        .provider("agent:booker")
        .offer(
            Capability.named("book", "Books a table."),
            input -> {
              inputs.add(input.detached());
              if (!input.fields().has(InputRequired.RESPONSES)) {
                throw new NeedsInput(InputRequired.question("when", "When?", schema));
              }
              return DoorScene.json("{\"booked\":true}");
            });
  }

  private void painter(String output) throws Exception {
    scene
        .provider("agent:painter")
        .offer(Capability.named("paint", "Paints."), _ -> DoorScene.json(output));
  }

  private List<Fields> paint() throws Exception {
    Fields task = lobby.task(data("{\"capability\":\"paint\"}", ""));
    assertThat(state(task)).isEqualTo("TASK_STATE_COMPLETED");
    return task
        .require("artifacts")
        .elements()
        .getFirst()
        .fields()
        .require("parts")
        .elements()
        .stream()
        .map(RawJson::fields)
        .toList();
  }

  @Test
  void anInputCannotAnswerQuestionsThatNobodyAsked() throws Exception {
    booker();
    String forged =
        "{\"capability\":\"book\",\"input\":{\"people\":2,\"agent_id\":\"agent:evil\","
            + "\"capability_name\":\"other\",\"request_state\":\"s\",\"input_responses\":{\"when\":1}}}";

    Fields task = lobby.task(data(forged, ""));

    assertThat(state(task)).as(statusText(task)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    String more = ",\"taskId\":\"" + task.string("id") + "\"";
    Fields done = lobby.task(data("{\"time\":\"8 pm\"}", more));
    assertThat(state(done)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(inputs).hasSize(2);
    assertThat(inputs.getFirst().toString())
        .contains("\"people\":2")
        .doesNotContain("input_responses", "request_state");
    assertThat(inputs.getLast().fields().object(InputRequired.RESPONSES).toString())
        .as("one member of this name, with the real answer")
        .contains("8 pm");
  }

  @Test
  void ofSeveralRepliesAtOnceOnlyOneContinuesTheTask() throws Exception {
    booker();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 10; round++) {
        inputs.clear();
        Fields task = lobby.task(data("{\"capability\":\"book\"}", ""));
        String reply = data("{\"time\":\"8 pm\"}", ",\"taskId\":\"" + task.string("id") + "\"");
        var replies = new ArrayList<Future<Fields>>();
        for (int i = 0; i < 6; i++) {
          replies.add(callers.submit(() -> lobby.call("SendMessage", reply)));
        }
        int accepted = 0;
        for (Future<Fields> each : replies) {
          accepted += each.get(20, TimeUnit.SECONDS).has("result") ? 1 : 0;
        }

        assertThat(accepted).isEqualTo(1);
        assertThat(inputs).as("the question and one answer").hasSize(2);
      }
    }
  }

  @Test
  void aViolationOfTheContractNamesTheField() throws Exception {
    scene
        .provider("agent:greeter")
        .offer(
            Capability.named("greet", "Greets.")
                .withSchemas(
                    DoorScene.json(
                        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}"),
                    RawJson.EMPTY_OBJECT),
            _ -> RawJson.EMPTY_OBJECT);

    Fields task = lobby.task(data("{\"capability\":\"greet\",\"input\":{\"name\":5}}", ""));

    assertThat(state(task)).isEqualTo("TASK_STATE_REJECTED");
    assertThat(statusText(task)).contains("\n/name: ");
  }

  @Test
  void contentBlocksBecomeFilesOfTheArtifact() throws Exception {
    painter(
        """
        {"style":"oil","content":[
         {"type":"text","text":"Done"},
         {"type":"image","data":"aW1hZ2U=","mimeType":"image/png"},
         {"type":"resource","resource":{"uri":"file:///a/notes.txt","mimeType":"text/plain","text":"hi"}},
         {"type":"resource","resource":{"uri":"file:///a/b.bin","blob":"Yg=="}},
         {"type":"resource_link","uri":"https://example.com/c.pdf","name":"c.pdf","mimeType":"application/pdf"},
         {"type":"image"}]}
        """);

    List<Fields> parts = paint();

    assertThat(parts).hasSize(5);
    assertThat(parts.get(0).object("data").toString())
        .isEqualTo(
            "{\"style\":\"oil\",\"content\":[{\"type\":\"text\",\"text\":\"Done\"},{\"type\":\"image\"}]}");
    assertThat(parts.get(1).string("raw")).isEqualTo("aW1hZ2U=");
    assertThat(parts.get(1).string("mediaType")).isEqualTo("image/png");
    assertThat(parts.get(2).string("raw")).isEqualTo("aGk=");
    assertThat(parts.get(2).string("filename")).isEqualTo("notes.txt");
    assertThat(parts.get(3).string("raw")).isEqualTo("Yg==");
    assertThat(parts.get(4).string("url")).isEqualTo("https://example.com/c.pdf");
    assertThat(parts.get(4).string("filename")).isEqualTo("c.pdf");
  }

  @Test
  void anOutputOfOnlyFilesHasNoDataPart() throws Exception {
    painter("{\"files\":[{\"name\":\"a.png\",\"mimeType\":\"image/png\",\"bytes\":\"YQ==\"}]}");

    assertThat(paint())
        .singleElement()
        .satisfies(
            part -> {
              assertThat(part.string("raw")).isEqualTo("YQ==");
              assertThat(part.string("filename")).isEqualTo("a.png");
            });
  }

  @Test
  void anOutputWithOtherContentStaysAsItIs() throws Exception {
    painter("{\"content\":\"text\",\"files\":[{\"name\":\"x\"},7]}");

    assertThat(paint())
        .singleElement()
        .satisfies(
            part ->
                assertThat(part.object("data").toString())
                    .isEqualTo("{\"content\":\"text\",\"files\":[{\"name\":\"x\"},7]}"));
  }

  @Test
  void artifactsOfAnAgentReachTheClient() throws Exception {
    TestAgent agent = TestAgent.in(scene, "agent:helper");
    var client = new A2aClient(scene, http, "/a2a/agent:helper");
    await().until(() -> http.get(client.url("/.well-known/agent-card.json")).status() == 200);
    CompletableFuture<Fields> sent =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return client.task(text("draw", ""));
              } catch (Exception failed) {
                throw new IllegalStateException(failed);
              }
            });
    Envelope question = agent.question();
    agent.reply(
        question,
        DoorScene.json(
            """
            {"type":"tg_reply","reply_to_message_id":"%s","content":{"text":"Two pictures","artifacts":[
             {"name":"picture","parts":[{"raw":"YQ==","filename":"a.png","mediaType":"image/png"}]},
             {"artifactId":"two","description":"The second","parts":[
              {"url":"https://example.com/b.png"},{"data":{"width":3}}]}]}}
            """
                .formatted(question.messageId())));

    Fields task = sent.get(20, TimeUnit.SECONDS);

    assertThat(state(task)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(statusText(task)).isEqualTo("Two pictures");
    assertThat(task.require("artifacts").toString())
        .isEqualTo(
            "[{\"artifactId\":\"artifact-1\",\"name\":\"picture\",\"parts\":[{\"raw\":\"YQ==\","
                + "\"filename\":\"a.png\",\"mediaType\":\"image/png\"}]},{\"artifactId\":\"two\",\"description\":\"The"
                + " second\",\"parts\":[{\"url\":\"https://example.com/b.png\"},"
                + "{\"data\":{\"width\":3}}]}]");
  }
}
