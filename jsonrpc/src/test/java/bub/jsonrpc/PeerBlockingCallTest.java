package bub.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.RawJson;
import bub.jsonrpc.Reply.Busy;
import bub.jsonrpc.Reply.Disconnected;
import bub.jsonrpc.Reply.Garbled;
import bub.jsonrpc.Reply.TimedOut;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking form of a call: an answer, or an exception that names the exit. */
@Timeout(30)
class PeerBlockingCallTest {
  private final InMemoryLink.Pair pair = InMemoryLink.pair();
  private final Peer asking = Peer.over(pair.left()).start();

  @Test
  void returnsTheResult() throws Exception {
    var answering = Peer.over(pair.right());
    answering.serve("echo", params -> params == null ? RawJson.NULL : params).start();

    assertThat(asking.call("echo", RawJson.EMPTY_OBJECT, Desk.TIMEOUT)).hasToString("{}");
    assertThat(asking.call("echo", null, Desk.TIMEOUT)).hasToString("null");
    assertThat(asking.pendingCalls()).isZero();
  }

  @Test
  void throwsTheErrorOfTheOtherSide() {
    Peer.over(pair.right()).start();

    assertThatThrownBy(() -> asking.call("m", null, Desk.TIMEOUT))
        .isInstanceOfSatisfying(
            RpcException.class,
            refused -> assertThat(refused.error()).isEqualTo(RpcError.methodNotFound("m")))
        .hasMessage("Method not found: m (-32601)");
  }

  @Test
  void timesOutAndForgetsTheCall() {
    var silent = new Wire(pair.right()).open();

    assertFails(
        () -> asking.call("m", null, Duration.ZERO), new TimedOut(), "m: no answer in time");
    assertThat(asking.pendingCalls()).isZero();
    silent.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":0}");
    assertThat(silent.heard()).hasSize(1);
  }

  @Test
  void anInterruptedCallIsForgotten() {
    new Wire(pair.right()).open();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> asking.call("m", null, Desk.TIMEOUT))
        .isInstanceOf(InterruptedException.class);
    assertThat(asking.pendingCalls()).isZero();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void failsWhenTheLinkIsClosed() {
    asking.close(1000, "enough");

    assertFails(
        () -> asking.call("m", null, Desk.TIMEOUT),
        new Disconnected("the link is closed"),
        "m: disconnected: the link is closed");
  }

  @Test
  void failsWhenTheLinkClosesWhileItWaits() {
    reactsWith(() -> pair.right().close(1001, "going away"));

    assertFails(
        () -> asking.call("m", null, Desk.TIMEOUT),
        new Disconnected("going away"),
        "m: disconnected: going away");
  }

  @Test
  void failsWhenTheAnswerIsNone() {
    byte[] garbage = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":0}".getBytes(UTF_8);
    reactsWith(() -> pair.right().send(garbage, 0, garbage.length));

    assertFails(
        () -> asking.call("m", null, Desk.TIMEOUT),
        new Garbled("error: must be an object"),
        "m: malformed answer: error: must be an object");
  }

  @Test
  void failsWhenTooManyCallsWait() {
    var full = new Peer(pair.left(), Codec.standard(), Runnable::run, System::nanoTime, 0);

    assertFails(
        () -> full.call("m", null, Desk.TIMEOUT),
        new Busy("too many calls are waiting for an answer"),
        "m: busy: too many calls are waiting for an answer");
  }

  /** The other side does this when it hears the call. */
  private void reactsWith(Runnable reaction) {
    pair.right()
        .open(
            new Link.Receiver() {
              @Override
              public void onText(byte[] text) {
                reaction.run();
              }

              @Override
              public void onClosed(int code, String reason) {}
            });
  }

  private static void assertFails(ThrowingCallable call, Reply reply, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CallFailed.class, failed -> assertThat(failed.reply()).isEqualTo(reply))
        .hasMessage(message);
  }
}
