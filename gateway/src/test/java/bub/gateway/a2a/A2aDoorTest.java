package bub.gateway.a2a;

import static bub.gateway.a2a.A2aClient.artifact;
import static bub.gateway.a2a.A2aClient.data;
import static bub.gateway.a2a.A2aClient.state;
import static bub.gateway.a2a.A2aClient.statusText;
import static bub.gateway.a2a.A2aClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.LobbyClient;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents and capabilities over A2A, by real HTTP, on a real bus. */
@Timeout(60)
class A2aDoorTest {
  @TempDir Path directory;
  @AutoClose private DoorScene scene;
  @AutoClose private final Http http = Http.plain();
  private TestAgent agent;
  private A2aClient client;
  private A2aClient lobby;

  @BeforeEach
  void start() throws Exception {
    scene = new DoorScene(directory);
    agent = TestAgent.in(scene, "agent:helper");
    client = new A2aClient(scene, http, "/a2a/agent:helper");
    lobby = new A2aClient(scene, http, "/a2a");
  }

  private CompletableFuture<Fields> later(A2aClient by, String params) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return by.task(params);
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        });
  }

  private LobbyClient greeter() throws Exception {
    LobbyClient provider = scene.provider("agent:greeter");
    Capability greet =
        Capability.named("greet", "Greets a person.")
            .withSchemas(
                DoorScene.json(
                    "{\"type\":\"object\",\"required\":[\"name\"],"
                        + "\"properties\":{\"name\":{\"type\":\"string\"}}}"),
                RawJson.EMPTY_OBJECT);
    provider.offer(
        greet,
        input -> DoorScene.json("{\"text\":\"Hello " + input.fields().string("name") + "\"}"));
    // A client that has just connected registers a moment later.
    await()
        .until(
            () -> http.get(scene.url("/.well-known/agent-card.json")).body().contains("\"greet\""));
    return provider;
  }

  @Test
  void aTextGoesToTheAgentAndItsAnswerIsAnArtifact() throws Exception {
    CompletableFuture<Fields> sent = later(client, text("hello", ""));
    Envelope question = agent.question();

    assertThat(TestAgent.text(question)).isEqualTo("hello");
    assertThat(agent.reply(question, "hi there").success()).isTrue();
    Fields task = sent.get(20, TimeUnit.SECONDS);

    assertThat(state(task)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(artifact(task).string("text")).isEqualTo("hi there");
    String get = "{\"id\":\"" + task.string("id") + "\"}";
    assertThat(state(client.result("GetTask", get))).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(
            http.with("A2A-Version", "1.0")
                .get(client.url("/tasks"))
                .fields()
                .integer("totalSize", 0))
        .isEqualTo(1);
  }

  @Test
  void theSameContextIsTheSameConversation() throws Exception {
    CompletableFuture<Fields> first = later(client, text("one", ",\"contextId\":\"c\""));
    Envelope one = agent.question();
    agent.reply(one, "1");
    first.get(20, TimeUnit.SECONDS);
    CompletableFuture<Fields> second = later(client, text("two", ",\"contextId\":\"c\""));
    Envelope two = agent.question();
    agent.reply(two, "2");
    second.get(20, TimeUnit.SECONDS);

    assertThat(two.from()).isEqualTo(one.from());
  }

  @Test
  void aStreamShowsTheTextAsTheAgentWritesIt() throws Exception {
    A2aClient.Stream stream = client.stream(text("hello", ""));
    assertThat(stream.next().has("task")).isTrue();
    Envelope question = agent.question();
    assertThat(state(stream.next().object("statusUpdate").fields()))
        .isEqualTo("TASK_STATE_WORKING");

    agent.partial(question, "one ", 1);
    Fields piece = stream.next().object("artifactUpdate").fields();
    assertThat(A2aClient.firstPart(piece.object("artifact")).string("text")).isEqualTo("one ");
    agent.reply(question, "one two");
    Fields last = stream.next().object("artifactUpdate").fields();

    assertThat(A2aClient.firstPart(last.object("artifact")).string("text")).isEqualTo("two");
    assertThat(last.bool("append")).isTrue();
    assertThat(last.bool("lastChunk")).isTrue();
    assertThat(state(stream.next().object("statusUpdate").fields()))
        .isEqualTo("TASK_STATE_COMPLETED");
    assertThat(stream.hasEnded()).isTrue();
  }

  @Test
  void aQuestionOfACapabilityWaitsForTheNextMessage() throws Exception {
    LobbyClient provider = scene.provider("agent:booker");
    RawJson schema =
        DoorScene.json(
            "{\"type\":\"object\",\"required\":[\"time\"],\"properties\":{\"time\":{\"type\":\"string\"}}}");
    provider.offer(
        Capability.named("book", "Books a table.")
            .withSchemas(RawJson.EMPTY_OBJECT, RawJson.EMPTY_OBJECT),
        input -> {
          RawJson answers = input.fields().find(InputRequired.RESPONSES);
          if (answers == null) {
            throw new NeedsInput(InputRequired.question("when", "When?", schema));
          }
          return DoorScene.json("{\"booked\":" + answers + "}");
        });
    Fields task = lobby.task(data("{\"capability\":\"book\",\"input\":{\"people\":2}}", ""));
    assertThat(state(task)).as(statusText(task)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    assertThat(statusText(task)).contains("When?");

    String more = ",\"taskId\":\"" + task.string("id") + "\"";
    Fields done = lobby.task(data("{\"time\":\"8 pm\"}", more));
    assertThat(state(done)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(artifact(done).object("data").toString()).contains("when", "8 pm");
  }

  @Test
  void aQuestionOfTheAgentWaitsForTheNextMessage() throws Exception {
    CompletableFuture<Fields> sent = later(client, text("book a table", ""));
    Envelope question = agent.question();
    agent.reply(
        question,
        DoorScene.json(
            "{\"type\":\"tg_reply\",\"input_required\":true,\"reply_to_message_id\":\"%s\",\"content\":{\"text\":\"When?\"}}"
                .formatted(question.messageId())));
    Fields task = sent.get(20, TimeUnit.SECONDS);
    assertThat(state(task)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    assertThat(statusText(task)).isEqualTo("When?");

    CompletableFuture<Fields> answered =
        later(client, text("At 8", ",\"taskId\":\"" + task.string("id") + "\""));
    Envelope next = agent.question();
    assertThat(next.from()).isEqualTo(question.from());
    agent.reply(next, "Booked");
    Fields done = answered.get(20, TimeUnit.SECONDS);

    assertThat(done.string("id")).isEqualTo(task.string("id"));
    assertThat(state(done)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(done.require("history").elements()).hasSize(3);
    Fields refused =
        client.error("SendMessage", text("more", ",\"taskId\":\"" + task.string("id") + "\""));
    assertThat(refused.integer("code", 0)).isEqualTo(-32004);
  }

  @Test
  void aCanceledTaskStopsTheAgent() throws Exception {
    Fields task =
        client.task(
            text("work", "")
                .replaceFirst("}$", ",\"configuration\":{\"returnImmediately\":true}}"));
    agent.question();
    String id = "{\"id\":\"" + task.string("id") + "\"}";
    await().until(() -> state(client.result("GetTask", id)).equals("TASK_STATE_WORKING"));

    assertThat(state(client.result("CancelTask", id))).isEqualTo("TASK_STATE_CANCELED");
    await().untilAsserted(() -> assertThat(agent.others).isNotEmpty());
    assertThat(client.error("CancelTask", id).integer("code", 0)).isEqualTo(-32002);
  }

  @Test
  void aDataPartCallsACapability() throws Exception {
    greeter();

    Fields task = lobby.task(data("{\"capability\":\"greet\",\"input\":{\"name\":\"Ann\"}}", ""));

    assertThat(state(task)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(artifact(task).object("data").fields().string("text")).isEqualTo("Hello Ann");
    Fields bad = lobby.task(data("{\"capability\":\"greet\",\"input\":{}}", ""));
    assertThat(state(bad)).isEqualTo("TASK_STATE_REJECTED");
    assertThat(statusText(bad)).contains("name");
  }

  @Test
  void aSkillOfTheMetadataCallsACapability() throws Exception {
    greeter();

    Fields task = lobby.task(data("{\"name\":\"Bob\"}", ",\"metadata\":{\"skillId\":\"greet\"}"));

    assertThat(artifact(task).object("data").fields().string("text")).isEqualTo("Hello Bob");
  }

  @Test
  void theCardListsCapabilitiesAsSkills() throws Exception {
    greeter();

    Http.Reply card = http.get(scene.url("/.well-known/agent-card.json"));

    assertThat(card.fields().require("skills").elements())
        .extracting(skill -> skill.fields().string("id"))
        .containsExactly("chat", "greet");
    assertThat(
            http.with("If-None-Match", card.header("ETag"))
                .get(scene.url("/.well-known/agent-card.json"))
                .status())
        .isEqualTo(304);
    assertThat(http.get(client.url("/.well-known/agent-card.json")).fields().string("name"))
        .isEqualTo("agent:helper");
  }

  @Test
  void aStrangerOnALockedBusSeesNoCapabilities() throws Exception {
    greeter();
    String token = scene.token("api:ann");
    scene.lock();

    Http.Reply card = http.get(scene.url("/.well-known/agent-card.json"));
    assertThat(card.fields().require("skills").elements()).hasSize(1);
    Http ann = http.with("Authorization", "Bearer " + token).with("A2A-Version", "1.0");
    await().until(() -> ann.get(lobby.url("/extendedAgentCard")).status() == 200);
    assertThat(http.get(client.url("/.well-known/agent-card.json")).status()).isEqualTo(404);
    assertThat(http.with("A2A-Version", "1.0").get(lobby.url("/tasks")).status()).isEqualTo(401);
  }

  @Test
  void callersSeeOnlyTheirOwnTasks() throws Exception {
    greeter();
    String ann = scene.token("api:ann");
    String bob = scene.token("api:bob");
    var annsClient = new A2aClient(scene, http.with("Authorization", "Bearer " + ann), "/a2a");
    var bobsClient = new A2aClient(scene, http.with("Authorization", "Bearer " + bob), "/a2a");
    scene.lock();
    await().until(() -> bobsClient.call("ListTasks", "{}").has("result"));

    Fields task =
        annsClient.task(data("{\"capability\":\"greet\",\"input\":{\"name\":\"A\"}}", ""));

    String id = "{\"id\":\"" + task.string("id") + "\"}";
    assertThat(bobsClient.error("GetTask", id).integer("code", 0)).isEqualTo(-32001);
    assertThat(bobsClient.result("ListTasks", "{}").integer("totalSize", -1)).isZero();
    assertThat(annsClient.result("ListTasks", "{}").integer("totalSize", -1)).isEqualTo(1);
  }

  @Test
  void anAnswerThatComesAfterARestartEndsTheTask() throws Exception {
    Fields task =
        client.task(
            text("work", "")
                .replaceFirst("}$", ",\"configuration\":{\"returnImmediately\":true}}"));
    Envelope question = agent.question();
    String id = "{\"id\":\"" + task.string("id") + "\"}";
    await().until(() -> state(client.result("GetTask", id)).equals("TASK_STATE_WORKING"));
    scene.close();
    scene = new DoorScene(directory);
    agent = TestAgent.in(scene, "agent:helper");
    client = new A2aClient(scene, http, "/a2a/agent:helper");
    A2aClient.Stream stream = client.subscribe(task.string("id"));
    assertThat(state(stream.next().object("task").fields())).isEqualTo("TASK_STATE_WORKING");

    assertThat(agent.reply(question, "done").success()).isTrue();

    assertThat(stream.next().has("artifactUpdate")).isTrue();
    assertThat(state(stream.next().object("statusUpdate").fields()))
        .isEqualTo("TASK_STATE_COMPLETED");
    assertThat(artifact(client.result("GetTask", id)).string("text")).isEqualTo("done");
  }

  @Test
  void requestsThatAreWrongAreRefusedByName() throws Exception {
    Fields noParts =
        client.error(
            "SendMessage",
            "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[]}}");
    assertThat(noParts.integer("code", 0)).isEqualTo(-32602);
    assertThat(client.error("NoSuchMethod", "{}").integer("code", 0)).isEqualTo(-32601);
    assertThat(client.error("ListTasks", "{\"pageSize\":1000}").integer("code", 0))
        .isEqualTo(-32602);
    assertThat(client.error("ListTasks", "{\"pageToken\":\"?\"}").integer("code", 0))
        .isEqualTo(-32602);
    assertThat(http.get(client.url("/tasks")).status()).isEqualTo(400);
    Http.Reply missing = http.with("A2A-Version", "1.0").get(client.url("/tasks/none"));
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.body()).contains("TASK_NOT_FOUND");
    Http.Reply nobody =
        http.with("A2A-Version", "1.0")
            .post(scene.url("/a2a/agent:nobody/message:send"), text("hello", ""));
    assertThat(nobody.status()).isEqualTo(404);
  }
}
