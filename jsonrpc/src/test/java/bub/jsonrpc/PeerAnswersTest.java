package bub.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Answering side of a peer: one answer per request, whatever the handler does. */
class PeerAnswersTest {
  private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0062\",\"method\":\"m\"}";
  private static final String INTERNAL_ERROR =
      "{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0062\","
          + "\"error\":{\"code\":-32603,\"message\":\"Internal error\"}}";

  private final Desk desk = Desk.empty().start();

  @Test
  void answersWithTheIdAsItWasWritten() {
    desk.peer.serve("m", _ -> RawJson.EMPTY_OBJECT);

    assertThat(desk.answerTo(CALL))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0062\",\"result\":{}}");
  }

  @Test
  void handsTheParamsOverAsTheyWereWritten() {
    desk.peer.serve("m", params -> params == null ? RawJson.NULL : params);

    assertThat(
            desk.answerTo(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\": { \"a\" : 1.0 } }"))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{ \"a\" : 1.0 }}");
  }

  @Test
  void theLastRegistrationOfANameCounts() {
    desk.peer.serve("m", _ -> out -> out.value(1)).serve("m", _ -> out -> out.value(2));

    assertThat(desk.answerTo(CALL)).endsWith("\"result\":2}");
  }

  @Test
  void anErrorThrownOnPurposeIsTheAnswer() {
    desk.peer.serve(
        "m",
        _ -> {
          throw new RpcException(RpcError.of(-32000, "not today").because("holiday"));
        });

    assertThat(desk.answerTo(CALL))
        .endsWith(
            "\"error\":{\"code\":-32000,\"message\":\"not today\","
                + "\"data\":{\"reason\":\"holiday\"}}}");
  }

  @Test
  void anInvalidFieldIsAnsweredByName() {
    desk.peer.serve(
        "m",
        _ -> {
          throw new InvalidField("to", "is missing");
        });

    assertThat(desk.answerTo(CALL))
        .endsWith("\"error\":{\"code\":-32602,\"message\":\"Invalid params: to: is missing\"}}");
  }

  @Test
  void aMistakeGoesToTheLogAndNotToTheWire() {
    var mistake = new IllegalStateException("password is hunter2");
    desk.peer.serve(
        "m",
        _ -> {
          throw mistake;
        });

    try (var log = FaultLog.watch()) {
      assertThat(desk.answerTo(CALL)).isEqualTo(INTERNAL_ERROR);
      assertThat(log.thrown()).containsExactly(mistake);
      assertThat(log.messages()).containsExactly("The handler of m failed");
    }
  }

  @Test
  void endlessRecursionIsAMistakeLikeAnyOther() {
    desk.peer.serve("m", PeerAnswersTest::recurse);

    try (var log = FaultLog.watch()) {
      assertThat(desk.answerTo(CALL)).isEqualTo(INTERNAL_ERROR);
      assertThat(log.thrown()).hasSize(1);
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private static JsonValue recurse(@Nullable RawJson params) {
    return recurse(params);
  }

  @Test
  void aResultThatCannotBeWrittenIsStillAnswered() {
    JsonValue unwritable =
        out -> {
          out.beginObject().name("half");
          throw new IllegalStateException("password is hunter2");
        };
    desk.peer.serve("m", _ -> unwritable);

    try (var log = FaultLog.watch()) {
      assertThat(desk.answerTo(CALL)).isEqualTo(INTERNAL_ERROR);
      assertThat(desk.answerTo("[" + CALL + "]")).isEqualTo("[" + INTERNAL_ERROR + "]");
      assertThat(log.thrown()).hasSize(2);
    }
  }

  @Test
  void aDeferredAnswerComesWhenItIsReady() {
    var answers = new ArrayList<Answer>();
    desk.peer.serveDeferred("m", (_, _, answer) -> answers.add(answer));

    assertThat(desk.answerTo(CALL)).isNull();
    answers.getFirst().result(RawJson.NULL);
    assertThat(desk.wire.heard()).singleElement().asString().endsWith("\"result\":null}");
  }

  @Test
  void anAnswerGivenTwiceCountsOnce() {
    desk.peer.serveDeferred(
        "m",
        (id, _, answer) -> {
          answer.result(id);
          answer.result(RawJson.NULL);
          answer.error(RpcError.internalError());
          throw new RpcException(RpcError.of(1, "too late"));
        });

    assertThat(desk.answerTo(CALL))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0062\",\"result\":\"a\\u0062\"}");
  }

  @Test
  void aDeferredHandlerThatThrowsHasAnswered() {
    desk.peer.serveDeferred(
        "m",
        (_, _, _) -> {
          throw new RpcException(RpcError.of(1, "no"));
        });

    assertThat(desk.answerTo(CALL)).endsWith("\"error\":{\"code\":1,\"message\":\"no\"}}");
  }

  @Test
  void theGuardIsAskedFirst() {
    List<String> asked = new ArrayList<>();
    desk.peer
        .serve("m", _ -> RawJson.NULL)
        .guardedBy(
            method -> {
              asked.add(method);
              return asked.size() == 1 ? RpcError.of(-32001, "who are you?") : null;
            });

    assertThat(desk.answerTo(CALL)).contains("-32001");
    assertThat(desk.answerTo(CALL)).endsWith("\"result\":null}");
    assertThat(asked).containsExactly("m", "m");
  }

  @Test
  void theGuardStandsBeforeUnknownMethodsToo() {
    desk.peer.guardedBy(_ -> RpcError.of(-32001, "who are you?"));

    assertThat(desk.answerTo(CALL)).contains("-32001");
  }

  @Test
  void anAnswerIsSentEvenToSomeoneWhoDoesNotRead() {
    Desk unread = Desk.empty();
    String megabyte = "x".repeat(1 << 20);
    unread.peer.serve("m", _ -> out -> out.value(megabyte));
    unread.startUnread();

    for (int i = 0; i < 6; i++) {
      unread.wire.says(CALL);
    }
    unread.wire.open();

    assertThat(unread.wire.heard()).hasSize(6);
  }
}
