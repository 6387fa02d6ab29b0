package bub.gateway.a2a;

import static bub.gateway.a2a.A2aClient.state;
import static bub.gateway.a2a.A2aClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Envelope;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main checks of the A2A compatibility tests for HTTP+JSON, without their program. */
@Timeout(60)
class A2aHttpJsonTest {
  private static final String HOOK = "https://127.0.0.1:1/hook";

  @TempDir Path directory;
  @AutoClose private DoorScene scene;
  @AutoClose private final Http plain = Http.plain();
  private final Http http = plain.with("A2A-Version", "1.0");
  private TestAgent agent;

  @BeforeEach
  void start() throws Exception {
    scene = new DoorScene(directory);
    agent = TestAgent.in(scene, "agent:helper");
    await().until(() -> http.get(url("/.well-known/agent-card.json")).status() == 200);
  }

  private URI url(String rest) {
    return scene.url("/a2a/agent:helper" + rest);
  }

  /** Begins a task and returns its id; the agent has the message. */
  private String begin(String context) throws Exception {
    String message =
        text("work", ",\"contextId\":\"" + context + "\"")
            .replaceFirst("}$", ",\"configuration\":{\"returnImmediately\":true}}");
    Http.Reply sent = http.post(url("/message:send"), message);
    assertThat(sent.status()).as(sent.body()).isEqualTo(200);
    return sent.fields().object("task").fields().string("id");
  }

  private Fields task(String id) throws Exception {
    Http.Reply found = http.get(url("/tasks/" + id));
    assertThat(found.status()).as(found.body()).isEqualTo(200);
    return found.fields();
  }

  private Envelope awaitWorking(String id) throws Exception {
    Envelope question = agent.question();
    await().until(() -> state(task(id)).equals("TASK_STATE_WORKING"));
    return question;
  }

  private String complete(String context) throws Exception {
    String id = begin(context);
    agent.reply(awaitWorking(id), "done");
    await().until(() -> state(task(id)).equals("TASK_STATE_COMPLETED"));
    return id;
  }

  private static void assertRefused(Http.Reply reply, int status, String reason) throws Exception {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    Fields error = reply.fields().object("error").fields();
    assertThat(error.integer("code", 0)).isEqualTo(status);
    assertThat(error.string("message")).isNotEmpty();
    Fields detail = error.require("details").elements().getFirst().fields();
    assertThat(detail.string("@type")).isEqualTo("type.googleapis.com/google.rpc.ErrorInfo");
    assertThat(detail.string("reason")).isEqualTo(reason);
    assertThat(detail.string("domain")).isEqualTo("a2a-protocol.org");
  }

  @Test
  void aTaskIsCanceledOnce() throws Exception {
    String id = begin("c");
    awaitWorking(id);

    Http.Reply canceled = http.post(url("/tasks/" + id + ":cancel"), "{}");

    assertThat(canceled.status()).isEqualTo(200);
    assertThat(canceled.fields().string("id")).isEqualTo(id);
    assertThat(state(canceled.fields())).isEqualTo("TASK_STATE_CANCELED");
    assertRefused(http.post(url("/tasks/" + id + ":cancel"), "{}"), 409, "TASK_NOT_CANCELABLE");
    assertRefused(http.post(url("/tasks/none:cancel"), "{}"), 404, "TASK_NOT_FOUND");
    assertThat(http.get(url("/tasks/" + id + ":cancel")).status()).isEqualTo(405);
  }

  private static List<Fields> events(HttpResponse<InputStream> stream) throws Exception {
    assertThat(stream.statusCode()).isEqualTo(200);
    assertThat(stream.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/event-stream");
    var events = new ArrayList<Fields>();
    var lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data: ")) {
        events.add(RawJson.parse(line.substring(6)).fields());
      }
    }
    return events;
  }

  @Test
  void aSubscriberGetsTheTaskAndThenItsEvents() throws Exception {
    String id = begin("c");
    Envelope question = awaitWorking(id);
    HttpResponse<InputStream> posted = http.stream(url("/tasks/" + id + ":subscribe"), "{}");
    HttpResponse<InputStream> got = http.streamGet(url("/tasks/" + id + ":subscribe"));

    agent.reply(question, "done");

    for (HttpResponse<InputStream> stream : List.of(posted, got)) {
      List<Fields> events = events(stream);
      assertThat(events).hasSize(3);
      assertThat(events.get(0).object("task").fields().string("id")).isEqualTo(id);
      assertThat(events.get(1).object("artifactUpdate").fields().string("taskId")).isEqualTo(id);
      Fields last = events.get(2).object("statusUpdate").fields();
      assertThat(state(last)).isEqualTo("TASK_STATE_COMPLETED");
      assertThat(last.string("contextId")).isEqualTo("c");
    }
    assertRefused(
        http.post(url("/tasks/" + id + ":subscribe"), "{}"), 400, "UNSUPPORTED_OPERATION");
    assertRefused(http.post(url("/tasks/none:subscribe"), "{}"), 404, "TASK_NOT_FOUND");
  }

  @Test
  void webhooksAreCreatedFoundListedAndDeleted() throws Exception {
    String id = begin("c");
    URI all = url("/tasks/" + id + "/pushNotificationConfigs");
    URI one = url("/tasks/" + id + "/pushNotificationConfigs/first");

    Http.Reply created =
        http.post(all, "{\"id\":\"first\",\"url\":\"" + HOOK + "\",\"token\":\"t\"}");
    Http.Reply second = http.post(all, "{\"url\":\"" + HOOK + "\"}");

    assertThat(created.status()).as(created.body()).isEqualTo(200);
    assertThat(created.fields().string("taskId")).isEqualTo(id);
    assertThat(http.get(one).body()).isEqualTo(created.body());
    assertThat(second.fields().string("id")).as("an id of the server").isNotEmpty();
    assertThat(http.get(all).fields().require("configs").elements())
        .extracting(config -> config.fields().string("id"))
        .containsExactlyInAnyOrder("first", second.fields().string("id"));

    assertThat(http.delete(one).status()).isEqualTo(200);
    assertThat(http.delete(one).status()).as("deleting twice is no error").isEqualTo(200);
    assertThat(http.get(one).status()).isEqualTo(404);
    assertThat(http.get(all).fields().require("configs").elements()).hasSize(1);
  }

  @Test
  void webhooksOfAnUnknownTaskOrWithoutAUrlAreRefused() throws Exception {
    String id = begin("c");
    URI all = url("/tasks/" + id + "/pushNotificationConfigs");

    assertThat(http.post(all, "{}").status()).isEqualTo(400);
    assertThat(http.post(all, "{\"url\":\"ftp://example.com\"}").status()).isEqualTo(400);
    assertRefused(
        http.post(url("/tasks/none/pushNotificationConfigs"), "{\"url\":\"" + HOOK + "\"}"),
        404,
        "TASK_NOT_FOUND");
    assertRefused(http.get(url("/tasks/none/pushNotificationConfigs")), 404, "TASK_NOT_FOUND");
    for (int i = 0; i < 8; i++) {
      assertThat(http.post(all, "{\"url\":\"" + HOOK + "\"}").status()).isEqualTo(200);
    }
    assertRefused(http.post(all, "{\"url\":\"" + HOOK + "\"}"), 400, "UNSUPPORTED_OPERATION");
  }

  private Fields list(String query) throws Exception {
    Http.Reply found = http.get(url("/tasks" + query));
    assertThat(found.status()).as(found.body()).isEqualTo(200);
    return found.fields();
  }

  private static List<String> ids(Fields page) {
    return page.require("tasks").elements().stream()
        .map(task -> task.fields().string("id"))
        .toList();
  }

  @Test
  void aListIsFilteredByContextStateAndTime() throws Exception {
    String first = complete("one");
    String second = complete("two");
    String open = begin("two");
    awaitWorking(open);

    assertThat(ids(list(""))).as("the newest first").containsExactly(open, second, first);
    assertThat(ids(list("?contextId=one"))).containsExactly(first);
    assertThat(ids(list("?contextId=two"))).containsExactly(open, second);
    assertThat(ids(list("?status=TASK_STATE_COMPLETED"))).containsExactly(second, first);
    assertThat(ids(list("?contextId=two&status=TASK_STATE_WORKING"))).containsExactly(open);
    assertThat(ids(list("?contextId=none"))).isEmpty();
    String time = task(first).object("status").fields().string("timestamp");
    assertThat(ids(list("?statusTimestampAfter=" + time))).contains(open).doesNotContain(first);
    assertThat(list("?statusTimestampAfter=2100-01-01T00:00:00Z").integer("totalSize", -1))
        .isZero();
    for (String odd :
        List.of(
            "status=DONE",
            "pageSize=0",
            "pageSize=101",
            "pageSize=x",
            "statusTimestampAfter=now",
            "historyLength=-1",
            "includeArtifacts=yes")) {
      assertThat(http.get(url("/tasks?" + odd)).status()).as(odd).isEqualTo(400);
    }
  }

  @Test
  void pagesOfAListHaveEachTaskOnce() throws Exception {
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      all.add(complete("c"));
    }
    Set<String> seen = new HashSet<>();
    String token = "";
    int pages = 0;
    do {
      Fields page = list("?pageSize=2" + (token.isEmpty() ? "" : "&pageToken=" + token));
      assertThat(page.integer("pageSize", 0)).isEqualTo(2);
      assertThat(page.integer("totalSize", 0)).isEqualTo(5);
      ids(page).forEach(id -> assertThat(seen.add(id)).isTrue());
      token = page.string("nextPageToken");
      pages++;
    } while (!token.isEmpty());

    assertThat(pages).isEqualTo(3);
    assertThat(seen).isEqualTo(all);
  }

  @Test
  void aListHasArtifactsAndHistoryOnlyAsWanted() throws Exception {
    complete("c");

    RawJson usual = list("").require("tasks").elements().getFirst();
    RawJson more =
        list("?includeArtifacts=true&historyLength=0").require("tasks").elements().getFirst();

    assertThat(usual.fields().has("artifacts")).isFalse();
    assertThat(usual.fields().has("history")).isTrue();
    assertThat(more.fields().require("artifacts").toString()).contains("done");
    assertThat(more.fields().has("history")).isFalse();
  }

  @Test
  void theExtendedCardIsForCallersAndNamesBothBindings() throws Exception {
    Http.Reply card = http.get(url("/extendedAgentCard"));

    assertThat(card.status()).isEqualTo(200);
    Fields capabilities = card.fields().object("capabilities").fields();
    assertThat(capabilities.bool("streaming")).isTrue();
    assertThat(capabilities.bool("pushNotifications")).isTrue();
    assertThat(capabilities.bool("extendedAgentCard")).isTrue();
    assertThat(card.fields().require("supportedInterfaces").elements())
        .extracting(offered -> offered.fields().string("protocolBinding"))
        .containsExactly("JSONRPC", "HTTP+JSON");
    assertThat(card.fields().require("supportedInterfaces").elements())
        .extracting(offered -> offered.fields().string("url"))
        .containsOnly(url("").toString());
    assertThat(http.post(url("/extendedAgentCard"), "{}").status()).isEqualTo(405);

    String token = scene.token("api:ann");
    scene.lock();
    await().until(() -> http.get(url("/extendedAgentCard")).status() == 401);
    Http ann = http.with("Authorization", "Bearer " + token);
    await().until(() -> ann.get(url("/extendedAgentCard")).status() == 200);
  }

  @Test
  void everyRequestNeedsAVersionAndMayWantTheMediaTypeOfA2a() throws Exception {
    for (String rest : List.of("/tasks", "/tasks/none", "/extendedAgentCard")) {
      assertRefused(plain.get(url(rest)), 400, "VERSION_NOT_SUPPORTED");
      assertRefused(plain.with("A2A-Version", "0.3").get(url(rest)), 400, "VERSION_NOT_SUPPORTED");
    }
    assertThat(plain.get(url("/tasks?A2A-Version=1.0")).status()).isEqualTo(200);
    assertThat(http.get(url("/tasks")).header("Content-Type")).startsWith("application/json");
    assertThat(
            http.with("Accept", "application/a2a+json").get(url("/tasks")).header("Content-Type"))
        .startsWith("application/a2a+json");
  }
}
