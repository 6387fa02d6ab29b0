package bub.gateway.a2a.remote;

import static bub.gateway.DoorScene.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.NeedsInput;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.InputRequired;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A remote skill that needs more input asks the caller of its capability. */
@Timeout(90)
class RemoteSkillQuestionsTest {
  private static final String CANCELED = "TASK_STATE_CANCELED";

  @TempDir Path directory;
  private RemoteAgentScene scene;

  @BeforeEach
  void start() throws Exception {
    scene = new RemoteAgentScene(directory);
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  /** The remote lobby has a capability that asks for a time. */
  private LobbyClient callerOfBook() throws Exception {
    RawJson schema = json("{\"type\":\"object\",\"properties\":{\"hour\":{\"type\":\"integer\"}}}");
    scene
        .doors
        .provider("agent:booker")
        .offer(
            Capability.named("book", "Books."),
            input -> {
              RawJson answers = input.fields().find(InputRequired.RESPONSES);
              if (answers == null) {
                throw new NeedsInput(InputRequired.question("time", "When?", schema));
              }
              return json(
                  "{\"booked\":" + answers + ",\"what\":" + input.fields().find("what") + "}");
            });
    scene.add("/a2a");
    LobbyClient caller = scene.caller("agent:caller");
    scene.awaitOffered(caller, "far.book");
    return caller;
  }

  private static InputRequired question(LobbyClient caller, String capability, RawJson input) {
    CallRefused asked =
        catchThrowableOfType(CallRefused.class, () -> caller.request(capability).call(input));
    assertThat(asked.input()).as(asked.getMessage()).isNotNull();
    return Objects.requireNonNull(asked.input());
  }

  private static String refusal(LobbyClient caller, String capability, RawJson input) {
    CallRefused refused =
        catchThrowableOfType(CallRefused.class, () -> caller.request(capability).call(input));
    assertThat(refused.input()).isNull();
    return String.valueOf(refused.getMessage());
  }

  private static RawJson answer(RawJson input, InputRequired asked, String responses)
      throws Exception {
    RawJson results = json(responses);
    JsonWriter out = new JsonWriter();
    out.extended(
        input,
        more ->
            more.field(InputRequired.STATE, asked.state()).field(InputRequired.RESPONSES, results));
    return RawJson.trusted(out.toByteArray());
  }

  private static final String AT_EIGHT =
      "{\"time\":{\"action\":\"accept\",\"content\":{\"hour\":8}}}";

  @Test
  void theQuestionsOfAnotherBubGoToTheCallerAndItsAnswersBack() throws Exception {
    LobbyClient caller = callerOfBook();
    RawJson input = json("{\"what\":\"table\"}");

    InputRequired asked = question(caller, "far.book", input);

    assertThat(asked.requests().fields().object("time").fields().object("params").fields())
        .satisfies(params -> assertThat(params.string("message")).isEqualTo("When?"));
    RawJson output = caller.request("far.book").call(answer(input, asked, AT_EIGHT));
    assertThat(output.fields().object("data").toString())
        .contains("\"hour\":8")
        .contains("\"what\":\"table\"");
  }

  @Test
  void anAnswerAfterARestartContinuesTheTask() throws Exception {
    LobbyClient caller = callerOfBook();
    InputRequired asked = question(caller, "far.book", json("{}"));

    scene.restart();
    scene.awaitOffered(caller, "far.book");

    RawJson answered = answer(json("{}"), asked, AT_EIGHT);
    assertThat(caller.request("far.book").call(answered).toString()).contains("\"hour\":8");
    assertThat(caller.request("far.book").call(answered).toString())
        .as("a caller that lost the outcome may ask for it again")
        .contains("\"hour\":8");
    assertThat(scene.taskStates("/a2a")).containsExactly("TASK_STATE_COMPLETED");
  }

  @Test
  void nobodyContinuesTheTaskOfAnotherCaller() throws Exception {
    LobbyClient caller = callerOfBook();
    InputRequired asked = question(caller, "far.book", json("{}"));

    LobbyClient other = scene.caller("agent:other");

    assertThat(refusal(other, "far.book", answer(json("{}"), asked, AT_EIGHT)))
        .contains("unknown_state");
    assertThat(caller.request("far.book").call(answer(json("{}"), asked, AT_EIGHT)).toString())
        .contains("\"hour\":8");
  }

  @Test
  void thePlainQuestionOfAnAgentIsAnsweredWithAText() throws Exception {
    scene.add("/a2a/agent:helper");
    LobbyClient caller = scene.caller("agent:caller");
    scene.awaitOffered(caller, "far.chat");
    RawJson input = json("{\"text\":\"book a table\"}");
    var asking = call(caller, input);
    Envelope first = scene.agent.question();
    scene.ask(first, "When?");
    InputRequired asked = asked(asking);
    assertThat(asked.message()).isEqualTo("input_required: When?");

    var next =
        call(
            caller,
            answer(
                input,
                asked,
                "{\"answer\":{\"action\":\"accept\",\"content\":{\"text\":\"at 8\"}}}"));
    Envelope second = scene.agent.question();
    assertThat(second.from()).as("the same conversation").isEqualTo(first.from());
    assertThat(second.payload().toString()).contains("at 8");
    scene.ask(second, "Which table?");
    InputRequired again = asked(next);
    assertThat(again.message()).isEqualTo("input_required: Which table?");

    var last =
        call(
            caller,
            answer(
                input, again, "{\"answer\":{\"action\":\"accept\",\"content\":{\"text\":\"5\"}}}"));
    scene.agent.reply(scene.agent.question(), "booked");
    assertThat(last.get(30, TimeUnit.SECONDS).toString()).contains("booked");
  }

  private static CompletableFuture<RawJson> call(LobbyClient caller, RawJson input) {
    var outcome = new CompletableFuture<RawJson>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                outcome.complete(caller.request("far.chat").call(input));
              } catch (Exception refused) {
                outcome.completeExceptionally(refused);
              }
            });
    return outcome;
  }

  private static InputRequired asked(CompletableFuture<RawJson> call) {
    var failed =
        catchThrowableOfType(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS));
    var refused = (CallRefused) Objects.requireNonNull(failed.getCause());
    return Objects.requireNonNull(refused.input(), refused.getMessage());
  }

  @Test
  void aCallerThatDeclinesCancelsTheTask() throws Exception {
    scene.add("/a2a/agent:helper");
    LobbyClient caller = scene.caller("agent:caller");
    scene.awaitOffered(caller, "far.chat");
    RawJson input = json("{\"text\":\"book\"}");
    var asking = call(caller, input);
    scene.ask(scene.agent.question(), "When?");
    InputRequired asked = asked(asking);

    assertThat(refusal(caller, "far.chat", answer(input, asked, "{}"))).contains("invalid_input");
    assertThat(
            refusal(
                caller, "far.chat", answer(input, asked, "{\"answer\":{\"action\":\"decline\"}}")))
        .contains("declined");

    scene.awaitTask("/a2a/agent:helper", CANCELED);
  }

  @Test
  void aCallerThatAnswersNoneOfManyQuestionsIsRefused() throws Exception {
    LobbyClient caller = callerOfBook();
    for (int i = 0; i < 32; i++) {
      InputRequired _ = question(caller, "far.book", json("{}"));
    }

    assertThat(refusal(caller, "far.book", json("{}"))).contains("too_many_questions", "32");

    scene.awaitTask("/a2a", CANCELED);
    InputRequired _ = question(scene.caller("agent:other"), "far.book", json("{}"));
  }

  @Test
  void theEndOfTheTurnCancelsATaskThatWaitsForAnAnswer() throws Exception {
    LobbyClient _ = callerOfBook();
    try (var client = scene.doors.client("agent:impatient", null)) {
      client.connect();
      Envelope request =
          client.compose(
              new Address("system:lobby"),
              json(
                  "{\"type\":\"lobby_request\",\"content\":{\"agent_id\":\"any\","
                      + "\"capability_name\":\"far.book\"}}"));
      assertThat(client.send(request).acks().getFirst().message()).isEqualTo("input_required");

      scene.stopTurn(client, request.messageId());

      scene.awaitTask("/a2a", CANCELED);
    }
  }

  @Test
  void anInputWithMoreThanATextGoesAsData() throws Exception {
    scene
        .doors
        .provider("agent:greeter")
        .offer(
            Capability.named("greet", "Greets."),
            input -> json("{\"got\":" + input.fields().find("language") + "}"));
    scene.add("/a2a");
    LobbyClient caller = scene.caller("agent:caller");
    scene.awaitOffered(caller, "far.greet");

    RawJson output =
        caller.request("far.greet").call(json("{\"text\":\"Ann\",\"language\":\"de\"}"));

    assertThat(output.toString()).contains("\"got\":\"de\"");
  }
}
