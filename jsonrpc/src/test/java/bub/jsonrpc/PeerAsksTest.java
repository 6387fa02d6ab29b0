package bub.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Reply.Answered;
import bub.jsonrpc.Reply.Busy;
import bub.jsonrpc.Reply.Disconnected;
import bub.jsonrpc.Reply.Garbled;
import bub.jsonrpc.Reply.Rejected;
import bub.jsonrpc.Reply.TimedOut;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calling side of a peer: every call ends exactly once, through one of its four exits. */
class PeerAsksTest {
  private static final JsonValue UNWRITABLE =
      _ -> {
        throw new IllegalStateException("cannot be written");
      };

  private final Desk desk = Desk.open();

  @Test
  void asksInTheWordsOfTheProtocol() {
    desk.peer.request(
        41, "m", out -> out.beginArray().value("x").endArray(), Desk.TIMEOUT, _ -> {});
    desk.calls("n");

    assertThat(desk.wire.heard())
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":41,\"method\":\"m\",\"params\":[\"x\"]}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"n\"}");
  }

  @Test
  void anAnswerEndsTheCallAndASecondOneIsIgnored() {
    List<Reply> ends = desk.calls("m");

    desk.wire.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\": {\"n\":1.0} }");
    desk.wire.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":2}");
    desk.passes(Desk.TIMEOUT);
    desk.wire.hangsUp("bye");

    assertThat(ends).hasSize(1).first().hasToString("Answered[result={\"n\":1.0}]");
    assertThat(desk.peer.pendingCalls()).isZero();
  }

  @Test
  void anErrorEndsTheCall() {
    List<Reply> ends = desk.calls("m");

    desk.wire.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":5,\"message\":\"no\"}}");

    assertThat(ends).containsExactly(new Rejected(RpcError.of(5, "no")));
  }

  @Test
  void aCallOverAClosedLinkEndsAtOnce() {
    desk.wire.hangsUp("bye");

    List<Reply> ends = desk.calls("m");

    assertThat(ends).containsExactly(new Disconnected("the link is closed"));
    assertThat(desk.peer.pendingCalls()).isZero();
  }

  @Test
  void theDeadlineEndsTheCallAndTheLateAnswerIsIgnored() {
    List<Reply> ends = desk.calls("m");

    desk.passes(Desk.TIMEOUT.minusNanos(1));
    assertThat(ends).isEmpty();
    desk.passes(Desk.TIMEOUT);
    desk.wire.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":2}");

    assertThat(ends).containsExactly(new TimedOut());
    assertThat(desk.wire.heard()).hasSize(1);
  }

  @Test
  void closingEndsAllCalls() {
    List<Reply> first = desk.calls("m");
    List<Reply> second = desk.calls("m");

    desk.peer.close(1000, "enough");
    desk.passes(Desk.TIMEOUT);

    assertThat(first).containsExactly(new Disconnected("enough"));
    assertThat(second).containsExactly(new Disconnected("enough"));
    assertThat(desk.wire.closings()).containsExactly("enough");
  }

  @Test
  void tellsItsOwnerThatTheLinkClosedBeforeItsCallersKnow() {
    var told = new ArrayList<String>();
    List<Reply> ends = desk.calls("m");
    desk.peer.whenClosed((_, reason) -> told.add(reason + " after " + ends.size()));

    desk.wire.hangsUp("bye");
    desk.wire.hangsUp("bye bye");

    assertThat(told).containsExactly("bye after 0");
  }

  @Test
  void isBusyWhileTooManyCallsWait() {
    Desk small = Desk.openForCalls(2);
    small.calls("m");
    small.calls("m");

    assertThat(small.calls("m"))
        .containsExactly(new Busy("too many calls are waiting for an answer"));
    small.wire.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":0}");
    assertThat(small.calls("m")).isEmpty();
    assertThat(small.wire.heard()).hasSize(3);
  }

  @Test
  void isBusyWhileTheOtherSideDoesNotRead() {
    Desk unread = Desk.empty().startUnread();
    JsonValue megabyte = out -> out.beginArray().value("x".repeat(1 << 20)).endArray();
    for (int i = 0; i < 4; i++) {
      assertThat(unread.peer.notify("flood", megabyte)).isTrue();
    }

    assertThat(unread.peer.notify("flood", megabyte)).isFalse();
    assertThat(unread.calls("m")).containsExactly(new Busy("it does not read fast enough"));
    assertThat(unread.peer.pendingCalls()).isZero();
    unread.wire.open();
    assertThat(unread.calls("m")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":0}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":0}",
        "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":0}",
        "{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":0}",
        "{\"jsonrpc\":\"2.0\",\"id\":18446744073709551617,\"result\":0}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}",
        "{\"jsonrpc\":\"2.0\",\"result\":0}"
      })
  void anAnswerToACallNeverMadeIsIgnored(String text) {
    List<Reply> ends = desk.calls("m");

    assertThat(desk.answerTo(text)).isNull();
    assertThat(ends).isEmpty();
    assertThat(desk.peer.pendingCalls()).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":0,\"error\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"no\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":0,\"extra\":0}",
        "{\"id\":1,\"result\":0}",
        "[{\"id\":1,\"result\":0}]"
      })
  void aMalformedAnswerEndsTheCallAndIsNotAnswered(String text) {
    List<Reply> ends = desk.calls("m");

    assertThat(desk.answerTo(text)).isNull();
    assertThat(ends).singleElement().isInstanceOf(Garbled.class);
  }

  @Test
  void answersMayComeInABatch() {
    List<Reply> first = desk.calls("m");
    List<Reply> second = desk.calls("m");

    assertThat(
            desk.answerTo(
                "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":5,\"message\":\"no\"}}]"))
        .isNull();
    assertThat(first).containsExactly(new Rejected(RpcError.of(5, "no")));
    assertThat(second).containsExactly(new Answered(RawJson.NULL));
  }

  @Test
  void paramsThatCannotBeWrittenLeaveNoCallBehind() {
    var ends = new ArrayList<Reply>();

    assertThatThrownBy(() -> desk.peer.request(1, "m", UNWRITABLE, Desk.TIMEOUT, ends::add))
        .hasMessage("cannot be written");
    assertThat(desk.peer.pendingCalls()).isZero();
    assertThat(ends).isEmpty();
    assertThat(desk.wire.heard()).isEmpty();
  }

  @Test
  void tellsWithoutAsking() {
    assertThat(desk.peer.notify("n", null)).isTrue();
    assertThat(desk.wire.heard()).containsExactly("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
    desk.wire.hangsUp("bye");
    assertThat(desk.peer.notify("n", null)).isFalse();
  }
}
