package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that asks gets the answer of the caller of its tool. */
@Timeout(90)
class ToolQuestionsTest {
  @TempDir Path directory;
  private McpServerScene scene;

  @BeforeEach
  void start() throws Exception {
    scene = new McpServerScene(directory);
    Path tools = directory.resolve("shop.tools");
    Files.writeString(tools, "book\nwait");
    scene.put(
        "shop",
        "{\"command\":\"python3\",\"args\":[\"%s\",\"normal\",\"%s\"],\"elicitation\":\"ask\"}"
            .formatted(scene.script(), tools));
    scene.awaitPhase("shop", Phase.ONLINE);
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  private static InputRequired asked(LobbyClient caller, RawJson input) {
    CallRefused refused =
        catchThrowableOfType(CallRefused.class, () -> caller.request("shop.book").call(input));
    assertThat(refused.input()).as(refused.getMessage()).isNotNull();
    return Objects.requireNonNull(refused.input());
  }

  private static RawJson answer(InputRequired asked, String result) throws Exception {
    RawJson responses = RawJson.parse("{\"question\":" + result + "}");
    JsonWriter out = new JsonWriter().beginObject().field(InputRequired.STATE, asked.state());
    out.field(InputRequired.RESPONSES, responses).endObject();
    return RawJson.trusted(out.toByteArray());
  }

  @Test
  void theCallerAnswersOneQuestionAfterTheOther() throws Exception {
    InputRequired when = asked(scene.caller(), RawJson.EMPTY_OBJECT);
    assertThat(when.message()).isEqualTo("input_required: When?");

    InputRequired who =
        asked(scene.caller(), answer(when, "{\"action\":\"accept\",\"content\":{\"hour\":8}}"));
    assertThat(who.message()).isEqualTo("input_required: Who?");

    RawJson output =
        scene
            .caller()
            .request("shop.book")
            .call(answer(who, "{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}"));
    assertThat(output.toString()).contains("Ann at 8");
  }

  @Test
  void theServerLearnsThatTheCallerDeclines() throws Exception {
    InputRequired when = asked(scene.caller(), RawJson.EMPTY_OBJECT);

    RawJson output =
        scene.caller().request("shop.book").call(answer(when, "{\"action\":\"decline\"}"));

    assertThat(output.toString()).contains("not booked: decline");
  }

  @Test
  void nobodyAnswersTheQuestionOfAnotherCaller() throws Exception {
    InputRequired when = asked(scene.caller(), RawJson.EMPTY_OBJECT);
    try (var other = scene.client("agent:other")) {
      LobbyClient lobby = LobbyClient.of(other);
      other.connect();

      CallRefused refused =
          catchThrowableOfType(
              CallRefused.class,
              () ->
                  lobby
                      .request("shop.book")
                      .call(answer(when, "{\"action\":\"accept\",\"content\":{\"hour\":8}}")));

      assertThat(refused).hasMessageContaining("unknown_state");
    }
  }

  @Test
  void aCallerWithTooManyOpenQuestionsIsRefused() throws Exception {
    for (int i = 0; i < 8; i++) {
      InputRequired _ = asked(scene.caller(), RawJson.EMPTY_OBJECT);
    }

    assertThat(scene.refusal("shop.book", "{}")).contains("too_many_questions", "8");
  }

  @Test
  void aQuestionThatMayBelongToSeveralCallsGetsNoAnswer() throws Exception {
    var other = new CompletableFuture<String>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                other.complete(scene.text("shop.wait", "{}"));
              } catch (Exception failed) {
                other.completeExceptionally(failed);
              }
            });
    await()
        .atMost(McpServerScene.SOON)
        .untilAsserted(
            () -> assertThat(scene.refusalOrText("shop.book")).isEqualTo("not booked: cancel"));
    scene.stop();
    assertThat(other.handle((text, failed) -> failed != null).get(30, TimeUnit.SECONDS)).isTrue();
  }
}
