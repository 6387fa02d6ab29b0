package bub.gateway.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the door refuses, and who may use it. */
@Timeout(60)
class OpenAiRefusalsTest {
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

  private static Fields error(Http.Reply reply) throws Exception {
    return reply.fields().object("error").fields();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{",
        "{\"model\":\"bub\"}",
        "{\"model\":\"bub\",\"messages\":[]}",
        "{\"model\":\"bub\",\"messages\":[7]}",
        "{\"model\":\"bub\",\"messages\":[{\"role\":\"robot\",\"content\":\"x\"}]}",
        "{\"model\":\"bub\",\"messages\":[{\"role\":\"assistant\",\"content\":\"x\"}]}",
        "{\"model\":\"bub\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}]}",
        "{\"model\":\"bub\",\"n\":2,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
        "{\"model\":\"bub\",\"tools\":7,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
        "{\"model\":7,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
      })
  void explainsABadBodyInItsOwnFormat(String body) throws Exception {
    Http.Reply reply = http.post(completions(), body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(error(reply).string("type")).isEqualTo("invalid_request_error");
    assertThat(error(reply).string("message")).isNotEmpty();
  }

  @Test
  void doesNotRepeatAHugeNameOfAModel() throws Exception {
    Http.Reply reply = http.post(completions(), body("m".repeat(500_000), "", HELLO));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(error(reply).string("message")).hasSizeLessThan(200);
  }

  @Test
  void refusesWhatNoAgentCanGetBeforeOneStarts() throws Exception {
    String large = "{\"role\":\"user\",\"content\":\"" + "x".repeat(1_100_000) + "\"}";
    Http.Reply tooLarge = http.post(completions(), body("bub", "", large));
    assertThat(tooLarge.status()).as(tooLarge.body()).isEqualTo(413);
    assertThat(error(tooLarge).string("code")).isEqualTo("too_large");
    String tools = "\"tools\":" + "[".repeat(61) + "1" + "]".repeat(61) + ",";
    Http.Reply tooDeep = http.post(completions(), body("bub", tools, HELLO));
    assertThat(tooDeep.status()).as(tooDeep.body()).isEqualTo(413);
  }

  @Test
  void refusesEverythingElseInItsOwnFormat() throws Exception {
    String large =
        body("bub", "", "{\"role\":\"user\",\"content\":\"" + "x".repeat(2 << 20) + "\"}");
    assertThat(error(http.post(completions(), large)).string("code")).isEqualTo("too_large");
    Http.Reply unknown = http.post(completions(), body("agent:nobody", "", HELLO));
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(error(unknown).string("code")).isEqualTo("model_not_found");
    assertThat(error(http.get(completions())).string("message")).contains("POST");
    assertThat(http.get(scene.url("/v1/files")).status()).isEqualTo(404);
    Http page = http.with("Origin", "http://evil.example");
    assertThat(error(page.get(scene.url("/v1/models"))).string("code")).isEqualTo("forbidden");
    assertThat(http.with("Host", "evil.example").get(scene.url("/v1/models")).status())
        .isEqualTo(421);
    Http.Reply nobody = http.post(completions(), body("bub", "", HELLO));
    assertThat(nobody.status()).isEqualTo(503);
    assertThat(error(nobody).string("message")).contains("system agent");
  }

  @Test
  void anOpenBusIgnoresEveryKey() throws Exception {
    Http withKey = http.with("Authorization", "Bearer sk-anything");
    assertThat(withKey.get(scene.url("/v1/models")).status()).isEqualTo(200);
  }

  @Test
  void aLockedBusWantsATokenOfTheBus() throws Exception {
    String ann = scene.token("app:ann");
    String mute = scene.token("app:mute", List.of(), false, Set.of("other"));
    String agentToken = scene.token("agent:helper");
    scene.lock();
    URI models = scene.url("/v1/models");
    assertThat(http.get(models).status()).isEqualTo(401);
    Http.Reply wrong = http.with("Authorization", "Bearer sk-anything").get(models);
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(error(wrong).string("code")).isEqualTo("invalid_api_key");

    var seen = new ArrayList<Envelope>();
    scene.peer(
        "agent:helper",
        agentToken,
        envelope -> {
          seen.add(envelope);
          return Ack.failed("busy with a test");
        });
    Http asAnn = http.with("Authorization", "Bearer " + ann);
    await().until(() -> asAnn.get(models).body().contains("agent:helper"));
    Http.Reply refused = asAnn.post(completions(), body("agent:helper", "", HELLO));
    assertThat(refused.status()).isEqualTo(502);
    assertThat(error(refused).string("message")).isEqualTo("busy with a test");
    assertThat(seen.getLast().payload().toString()).contains("\"senderId\":\"app:ann\"");

    Http asMute = http.with("Authorization", "Bearer " + mute);
    assertThat(asMute.post(completions(), body("agent:helper", "", HELLO)).status()).isEqualTo(403);
  }

  @Test
  void listsOnlyTheAgentsThatTheCallerMayTalkTo() throws Exception {
    String ann = scene.token("app:ann");
    String mute = scene.token("app:mute", List.of(), false, Set.of("other"));
    String agentToken = scene.token("agent:helper");
    scene.lock();
    scene.peer("agent:helper", agentToken, _ -> Ack.ok("noted"));
    Http asAnn = http.with("Authorization", "Bearer " + ann);
    Http asMute = http.with("Authorization", "Bearer " + mute);
    await().until(() -> models(asAnn).equals(List.of("bub", "agent:helper")));

    assertThat(models(asMute)).containsExactly("bub");
    assertThat(asAnn.get(scene.url("/v1/models/agent:helper")).status()).isEqualTo(200);
    Http.Reply hidden = asMute.get(scene.url("/v1/models/agent:helper"));
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(error(hidden).string("code")).isEqualTo("model_not_found");
    assertThat(asMute.get(scene.url("/v1/models/bub")).status()).isEqualTo(200);
  }

  private List<String> models(Http caller) throws Exception {
    Http.Reply reply = caller.get(scene.url("/v1/models"));
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.fields().require("data").elements().stream()
        .map(model -> model.fields().string("id"))
        .toList();
  }
}
