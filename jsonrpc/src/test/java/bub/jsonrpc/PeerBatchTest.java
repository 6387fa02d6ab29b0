package bub.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.json.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class PeerBatchTest {
  private final Desk desk = Desk.open();
  private final List<Answer> deferred = new ArrayList<>();

  PeerBatchTest() {
    desk.peer
        .serve("now", _ -> RawJson.NULL)
        .serveDeferred("later", (_, _, answer) -> deferred.add(answer));
  }

  @Test
  void oneTextAnswersTheBatchWhenTheLastAnswerIsThere() {
    desk.wire.says("[" + call(1, "later") + "," + call(2, "now") + "," + call(3, "later") + "]");

    deferred.getLast().result(RawJson.EMPTY_OBJECT);
    deferred.getLast().result(RawJson.EMPTY_OBJECT);
    assertThat(desk.wire.heard()).isEmpty();
    deferred.getFirst().error(RpcError.of(5, "no"));

    assertThat(desk.wire.heard())
        .containsExactly(
            "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null},"
                + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}},"
                + "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":5,\"message\":\"no\"}}]");
  }

  @Test
  void aBatchOfOneIsAnsweredAsABatch() {
    assertThat(desk.answerTo("[" + call(1, "now") + "]"))
        .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}]");
  }

  @Test
  void twoBatchesDoNotMix() {
    desk.wire.says("[" + call(1, "later") + "," + call(2, "later") + "]");
    desk.wire.says("[" + call(1, "later") + "]");

    deferred.get(0).result(RawJson.NULL);
    deferred.get(2).result(RawJson.EMPTY_OBJECT);

    assertThat(desk.wire.heard()).containsExactly("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");
  }

  @Test
  void answersAndCallsMayShareABatch() {
    List<Reply> ends = desk.calls("m");

    String answer = desk.answerTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":7},17]");

    assertThat(ends).hasSize(1);
    assertThat(answer).startsWith("[{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600");
    assertThat(Trees.byJackson(String.valueOf(answer)).size()).isOne();
  }

  @Test
  void theGuardIsAskedForEveryEntry() {
    desk.peer.guardedBy(method -> method.equals("now") ? null : RpcError.of(1, "no"));

    assertThat(desk.answerTo("[" + call(1, "later") + "," + call(2, "now") + "]"))
        .contains("\"message\":\"no\"", "\"id\":2,\"result\":null");
    assertThat(deferred).isEmpty();
  }

  @Test
  void answersGivenByManyThreadsAtOnceAreOneText() {
    String batch = "[" + String.join(",", Collections.nCopies(100, call(1, "later"))) + "]";
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int round = 0; round < 200; round++) {
        desk.wire.says(batch);
        deferred.forEach(answer -> threads.execute(() -> answer.result(RawJson.NULL)));
        deferred.clear();
      }
    }

    assertThat(desk.wire.heard())
        .hasSize(200)
        .allMatch(text -> Trees.byJackson(text).size() == 100);
  }

  private static String call(int id, String method) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
  }
}
