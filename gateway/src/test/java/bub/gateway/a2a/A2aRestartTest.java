package bub.gateway.a2a;

import static bub.gateway.a2a.A2aClient.artifact;
import static bub.gateway.a2a.A2aClient.data;
import static bub.gateway.a2a.A2aClient.state;
import static bub.gateway.a2a.A2aClient.statusText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.client.lobby.NeedsInput;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.InputRequired;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of capabilities that a restart of bub interrupts. */
@Timeout(90)
class A2aRestartTest {
  private static final String IDEMPOTENT = "{\"annotations\":{\"idempotentHint\":true}}";
  private static final String READ_ONLY = "{\"annotations\":{\"readOnlyHint\":true}}";
  private static final String WORKING = "TASK_STATE_WORKING";
  private static final String COMPLETED = "TASK_STATE_COMPLETED";
  private static final String FAILED = "TASK_STATE_FAILED";
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;
  @AutoClose private DoorScene scene;
  @AutoClose private final Http http = Http.plain();
  private final List<RawJson> inputs = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private BusClient provider;
  private A2aClient lobby;
  private A2aClient ann;
  private A2aClient operator;

  @BeforeEach
  void start() throws Exception {
    scene = new DoorScene(directory);
    lobby = new A2aClient(scene, http, "/a2a");
    ann = lobby;
    operator = lobby;
    provider = scene.client("agent:worker", null);
  }

  @AfterEach
  void stop() {
    end.countDown();
    provider.close();
  }

  /** A provider that keeps its registration across restarts. */
  private void offer(String extras, @Nullable String token) throws Exception {
    provider = scene.client("agent:worker", token);
    LobbyClient offers = LobbyClient.of(provider, LobbyToken.file(directory.resolve("worker")));
    offers.offer(Capability.named("work", "Works.").withExtras(DoorScene.json(extras)), this::work);
    provider.connect();
    assertThat(offers.awaitRegistered(SOON)).isTrue();
  }

  private void offer(String extras) throws Exception {
    offer(extras, null);
  }

  private RawJson work(RawJson input) throws Exception {
    inputs.add(input.detached());
    if (input.toString().contains("ask") && !input.fields().has(InputRequired.RESPONSES)) {
      throw new NeedsInput(InputRequired.question("when", "When?", RawJson.EMPTY_OBJECT));
    }
    end.await();
    return DoorScene.json("{\"done\":" + inputs.size() + "}");
  }

  private String begin(A2aClient by, String input) throws Exception {
    String call = "{\"capability\":\"work\",\"input\":" + input + "}";
    Fields task = by.task(data(call, "").replaceFirst("}$", AT_ONCE));
    await().atMost(SOON).until(() -> !inputs.isEmpty());
    return task.string("id");
  }

  private static final String AT_ONCE = ",\"configuration\":{\"returnImmediately\":true}}";

  private void restart() throws Exception {
    scene.close();
    provider.close();
    scene = new DoorScene(directory);
    lobby = new A2aClient(scene, http, "/a2a");
  }

  private static Fields task(A2aClient by, String id) throws Exception {
    return by.result("GetTask", "{\"id\":\"" + id + "\"}");
  }

  private void awaitState(String id, String state) {
    await().atMost(SOON).until(() -> state(task(lobby, id)).equals(state));
  }

  @Test
  void aCallThatDoesNoHarmIsRepeatedWhenItsProviderIsBack() throws Exception {
    offer(IDEMPOTENT);
    String id = begin(lobby, "{\"n\":1}");
    restart();
    assertThat(state(task(lobby, id))).isEqualTo(WORKING);

    offer(IDEMPOTENT);
    await().atMost(SOON).until(() -> inputs.size() == 2);
    end.countDown();

    awaitState(id, COMPLETED);
    assertThat(inputs.getLast()).isEqualTo(inputs.getFirst());
    assertThat(artifact(task(lobby, id)).object("data").toString()).contains("\"done\":2");
  }

  @Test
  void theAnswersToQuestionsAreRepeatedToo() throws Exception {
    offer(READ_ONLY);
    String id = begin(lobby, "{\"x\":\"ask\"}");
    awaitState(id, "TASK_STATE_INPUT_REQUIRED");
    String answer = data("{\"hour\":8}", ",\"taskId\":\"" + id + "\"");
    lobby.task(answer.replaceFirst("}$", AT_ONCE));
    await().atMost(SOON).until(() -> inputs.size() == 2);
    restart();

    offer(READ_ONLY);
    end.countDown();

    awaitState(id, COMPLETED);
    assertThat(inputs).hasSize(3);
    assertThat(inputs.getLast().toString()).contains("\"hour\":8");
  }

  @Test
  void anyOtherCallFailsAndSaysWhatToDo() throws Exception {
    offer("{\"annotations\":{\"readOnlyHint\":false,\"idempotentHint\":\"yes\"}}");
    String id = begin(lobby, "{}");

    restart();

    awaitState(id, FAILED);
    assertThat(statusText(task(lobby, id)))
        .startsWith("bub restarted during the call. The work may be done already")
        .contains("work has neither readOnlyHint nor idempotentHint", "call again");
    assertThat(inputs).hasSize(1);
  }

  @Test
  void aCallWhoseProviderStaysAwayFails() throws Exception {
    offer(IDEMPOTENT);
    String id = begin(lobby, "{}");
    restart();
    assertThat(state(task(lobby, id))).isEqualTo(WORKING);

    scene.time.jump(Duration.ofMinutes(10));

    awaitState(id, FAILED);
    assertThat(statusText(task(lobby, id))).contains("No provider of work was online");
  }

  @Test
  void aCancelEndsTheWait() throws Exception {
    offer(IDEMPOTENT);
    String id = begin(lobby, "{}");
    restart();

    Fields canceled = lobby.result("CancelTask", "{\"id\":\"" + id + "\"}");

    assertThat(state(canceled)).isEqualTo("TASK_STATE_CANCELED");
    offer(IDEMPOTENT);
    assertThat(state(task(lobby, id))).isEqualTo("TASK_STATE_CANCELED");
    assertThat(inputs).hasSize(1);
  }

  @Test
  void aCallWithATokenWaitsUntilItsCallerShowsTheTokenAgain() throws Exception {
    lock();
    String id = begin(ann, "{}");
    restart();
    lock();
    assertThat(state(task(operator, id))).isEqualTo(WORKING);

    assertThat(state(task(ann, id))).isEqualTo(WORKING);

    await().atMost(SOON).until(() -> inputs.size() == 2);
    end.countDown();
    await().atMost(SOON).until(() -> state(task(ann, id)).equals(COMPLETED));
  }

  @Test
  void aCallWhoseCallerStaysAwayFails() throws Exception {
    lock();
    String id = begin(ann, "{}");
    restart();
    lock();

    scene.time.jump(Duration.ofMinutes(10));

    await().atMost(SOON).until(() -> state(task(operator, id)).equals(FAILED));
    assertThat(statusText(task(ann, id))).contains("when you show your token again");
    assertThat(inputs).hasSize(1);
  }

  private void lock() throws Exception {
    String worker = scene.token("agent:worker");
    ann = client(scene.token("api:ann"));
    operator = client(scene.token("api:boss", List.of(), true, Set.of()));
    scene.lock();
    offer(IDEMPOTENT, worker);
    await().atMost(SOON).until(() -> operator.call("ListTasks", "{}").has("result"));
  }

  private A2aClient client(String token) {
    return new A2aClient(scene, http.with("Authorization", "Bearer " + token), "/a2a");
  }
}
