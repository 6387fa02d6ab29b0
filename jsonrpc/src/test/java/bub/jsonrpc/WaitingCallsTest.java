package bub.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A peer that leaves its answers unread gets no more of them, but can still answer. */
class WaitingCallsTest {
  private final SlowLink link = new SlowLink();
  private final List<Long> held = new ArrayList<>();
  private final Peer peer =
      new Peer(link, Codec.standard(), Runnable::run, System::nanoTime, 10)
          .within(new Counter())
          .serve("echo", params -> Objects.requireNonNull(params))
          .start();

  @Test
  void callsWaitInOrderUntilThePeerReads() {
    link.behind = true;
    call(1);
    call(2);
    assertThat(link.sent).isEmpty();
    assertThat(sum()).isPositive();

    link.behind = false;
    call(3);
    assertThat(link.sent).as("the third must not overtake").isEmpty();
    peer.onCaughtUp();
    assertThat(link.sent)
        .extracting(text -> text.substring(text.indexOf("\"id\""), text.indexOf(",\"result")))
        .containsExactly("\"id\":1", "\"id\":2", "\"id\":3");
    assertThat(sum()).isZero();
  }

  @Test
  void answersOvertakeCallsThatWait() {
    var replies = new ArrayList<Reply>();
    peer.request(peer.reserveId(), "ask", null, Duration.ofMinutes(1), replies::add);
    link.behind = true;
    call(1);
    peer.onText("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":7}".getBytes(UTF_8));

    assertThat(replies).hasSize(1).first().isInstanceOf(Reply.Answered.class);
  }

  @Test
  void aPeerThatKeepsCallingIsNotReadAnyMore() {
    link.behind = true;
    assertThat(peer.isHoldingCalls()).isFalse();
    for (int i = 0; i < 10; i++) {
      peer.onText(
          ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"params\":[\""
                  + "x".repeat(100_000)
                  + "\"]}")
              .getBytes(UTF_8));
    }
    assertThat(peer.isHoldingCalls()).isTrue();

    peer.onClosed(1000, "gone");
    assertThat(sum()).isZero();
  }

  @Test
  void callsGoOnOneByOneWhileThePeerKeepsReading() {
    link.behind = true;
    call(1);
    call(2);
    link.behind = false;
    link.behindAfterSend = true;
    peer.onCaughtUp();

    assertThat(link.sent).hasSize(1);
  }

  private void call(int id) {
    peer.onText(
        ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"echo\",\"params\":[]}")
            .getBytes(UTF_8));
  }

  private long sum() {
    return held.stream().mapToLong(Long::longValue).sum();
  }

  private final class Counter implements MemoryGauge {
    @Override
    public @Nullable RpcError reserveAnswer(long bytes, long heldByBatch) {
      return null;
    }

    @Override
    public void releaseAnswer(long bytes) {}

    @Override
    public void hold(long bytes) {
      held.add(bytes);
    }
  }

  private static final class SlowLink implements Link {
    private final List<String> sent = new ArrayList<>();
    private boolean behind;
    private boolean behindAfterSend;

    @Override
    public void open(Receiver receiver) {}

    @Override
    public boolean send(byte[] buffer, int offset, int length) {
      sent.add(new String(buffer, offset, length, UTF_8));
      behind |= behindAfterSend;
      return true;
    }

    @Override
    public boolean isCongested() {
      return false;
    }

    @Override
    public boolean isBehind() {
      return behind;
    }

    @Override
    public void close(int code, String reason) {}
  }
}
