package bub.jsonrpc;

import static java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.JsonValue;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two real peers, each in both roles at once. */
@Timeout(30)
class PeerConversationTest {
  private final InMemoryLink.Pair pair = InMemoryLink.pair();
  private final Peer left = Peer.over(pair.left());
  private final Peer right = Peer.over(pair.right());

  @BeforeEach
  void start() {
    left.serve("name", _ -> out -> out.value("left"))
        .serve("echo", params -> params == null ? RawJson.NULL : params)
        .serve("count", params -> count(left, params))
        .start();
    right
        .serve("name", _ -> out -> out.value("right"))
        .serve("echo", params -> params == null ? RawJson.NULL : params)
        .serve("count", params -> count(right, params))
        .start();
  }

  @AfterEach
  void close() {
    left.close(1000, "done");
  }

  /** Counts down to zero by asking the other side, which asks back, which asks back. */
  private static JsonValue count(Peer self, @Nullable RawJson params) throws Exception {
    long rest = params == null ? 0 : params.elements().getFirst().asLong(0);
    return rest == 0 ? number(0) : number(1 + ask(self, "count", rest - 1));
  }

  private static long ask(Peer peer, String method, long number) throws Exception {
    RawJson answer =
        peer.call(method, out -> out.beginArray().value(number).endArray(), Desk.TIMEOUT);
    return (answer.isArray() ? answer.elements().getFirst() : answer).asLong(-1);
  }

  private static JsonValue number(long number) {
    return out -> out.value(number);
  }

  @Test
  void bothSidesAskAndAnswer() throws Exception {
    assertThat(left.call("name", null, Desk.TIMEOUT)).hasToString("\"right\"");
    assertThat(right.call("name", null, Desk.TIMEOUT)).hasToString("\"left\"");
  }

  @Test
  void bothSidesMayUseTheSameIdAtOnce() {
    Desk desk = Desk.open();
    desk.peer.serve("m", _ -> RawJson.EMPTY_OBJECT);
    List<Reply> ends = desk.calls("n");

    assertThat(desk.answerTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}"))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    assertThat(ends).isEmpty();
    desk.wire.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}");
    assertThat(ends).containsExactly(new Reply.Answered(RawJson.NULL));
  }

  @Test
  void callsInsideCallsDoNotBlockEachOther() throws Exception {
    assertThat(ask(left, "count", 100)).isEqualTo(100);
    assertThat(ask(right, "count", 101)).isEqualTo(101);
    assertThat(left.pendingCalls() + right.pendingCalls()).isZero();
  }

  @Test
  void anErrorOfANestedCallIsPassedOn() {
    left.serve("nobody", _ -> left.call("nothing", null, Desk.TIMEOUT));

    assertThatThrownBy(() -> right.call("nobody", null, Desk.TIMEOUT))
        .hasMessage("Method not found: nothing (-32601)");
  }

  @Test
  void everyCallerGetsItsOwnAnswer() throws Exception {
    assertEveryCallerGetsItsOwnAnswer(left, right);
  }

  @Test
  void everyCallerGetsItsOwnAnswerOverThreadsOfTheLink() throws Exception {
    try (var one = Executors.newSingleThreadExecutor();
        var two = Executors.newSingleThreadExecutor()) {
      var threaded = InMemoryLink.pair(one, two);
      var asking = Peer.over(threaded.left()).serve("echo", PeerConversationTest::same).start();
      var other = Peer.over(threaded.right()).serve("echo", PeerConversationTest::same).start();

      assertEveryCallerGetsItsOwnAnswer(asking, other);
    }
  }

  private static JsonValue same(@Nullable RawJson params) {
    return params == null ? RawJson.NULL : params;
  }

  private static void assertEveryCallerGetsItsOwnAnswer(Peer one, Peer other) throws Exception {
    var callers = new ArrayList<Callable<Boolean>>();
    for (int caller = 0; caller < 200; caller++) {
      Peer peer = caller % 2 == 0 ? one : other;
      long first = caller * 1_000L;
      callers.add(() -> getsItsOwn(peer, first));
    }
    try (var threads = newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> outcomes = threads.invokeAll(callers);
      assertThat(outcomes).hasSize(200).allMatch(Future::resultNow);
    }
    assertThat(one.pendingCalls() + other.pendingCalls()).isZero();
  }

  private static boolean getsItsOwn(Peer peer, long first) throws Exception {
    for (long number = first; number < first + 50; number++) {
      if (ask(peer, "echo", number) != number) {
        return false;
      }
    }
    return true;
  }
}
