package bub.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.jsonrpc.Reply.Answered;
import bub.jsonrpc.Reply.Disconnected;
import bub.jsonrpc.Reply.TimedOut;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PendingCallsTest {
  private static final Reply ANSWER = new Answered(RawJson.NULL);

  private final PendingCalls calls = new PendingCalls(3);
  private final List<Reply> ends = new ArrayList<>();

  @Test
  void answersTheCallerAndForgetsTheCall() {
    long id = add(100);

    assertThat(calls.finish(id, ANSWER)).isTrue();
    assertThat(calls.finish(id, ANSWER)).isFalse();
    assertThat(ends).containsExactly(ANSWER);
    assertThat(calls.size()).isZero();
  }

  @Test
  void givesEveryCallItsOwnId() {
    assertThat(List.of(calls.reserveId(), calls.reserveId(), calls.reserveId()))
        .doesNotHaveDuplicates()
        .allMatch(id -> id > 0);
  }

  @Test
  void endsACallAtItsDeadlineAndNotBefore() {
    add(100);
    long later = add(101);

    calls.expire(99);
    assertThat(ends).isEmpty();
    calls.expire(100);
    assertThat(ends).containsExactly(new TimedOut());
    assertThat(calls.finish(later, ANSWER)).isTrue();
    calls.expire(1_000);
    assertThat(ends).containsExactly(new TimedOut(), ANSWER);
  }

  @Test
  void givesACallMoreTimeAndNoneToOneThatHasEnded() {
    long call = add(100);
    calls.extend(call, 200);

    calls.expire(199);
    assertThat(ends).isEmpty();
    calls.expire(200);
    calls.extend(call, 300);
    calls.expire(300);
    assertThat(ends).containsExactly(new TimedOut());
  }

  @Test
  void keepsDeadlinesWhenTheClockWraps() {
    add(Long.MIN_VALUE + 10);

    calls.expire(Long.MAX_VALUE - 10);
    assertThat(ends).isEmpty();
    calls.expire(Long.MIN_VALUE + 10);
    assertThat(ends).containsExactly(new TimedOut());
  }

  @Test
  void endsEverythingWhenTheLinkCloses() {
    add(100);
    add(200);

    calls.close("gone");
    calls.close("gone again");

    assertThat(ends).containsExactly(new Disconnected("gone"), new Disconnected("gone"));
    assertThat(calls.size()).isZero();
  }

  @Test
  void isFullAtItsLimitUntilACallEnds() {
    long id = add(1);
    add(1);
    assertThat(calls.isFull()).isFalse();
    add(1);
    assertThat(calls.isFull()).isTrue();

    calls.finish(id, ANSWER);

    assertThat(calls.isFull()).isFalse();
  }

  @Test
  void aCallerMayCallAgainFromWithinItsReply() {
    calls.add(calls.reserveId(), 100, _ -> add(100));

    calls.expire(100);

    assertThat(ends).isEmpty();
    assertThat(calls.size()).isOne();
  }

  @Test
  void aCallerThatThrowsKeepsNobodyFromTheEnd() {
    try (var log = FaultLog.watch()) {
      addOneThatThrows();
      add(100);
      calls.expire(100);
      assertThat(ends).containsExactly(new TimedOut());

      addOneThatThrows();
      add(100);
      addOneThatThrows();
      calls.close("gone");
      assertThat(ends).containsExactly(new TimedOut(), new Disconnected("gone"));
      assertThat(log.thrown()).hasSize(3);
    }
  }

  @Test
  void endsEachCallOnceHoweverManyTry() throws InterruptedException {
    var ended = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2_000; i++) {
        long id = calls.reserveId();
        calls.add(id, 100, _ -> ended.incrementAndGet());
        threads.execute(() -> calls.finish(id, ANSWER));
        threads.execute(() -> calls.expire(100));
        threads.execute(() -> calls.close("gone"));
      }
    }
    assertThat(ended).hasValue(2_000);
  }

  private long add(long deadline) {
    long id = calls.reserveId();
    calls.add(id, deadline, ends::add);
    return id;
  }

  private void addOneThatThrows() {
    calls.add(
        calls.reserveId(),
        100,
        _ -> {
          throw new IllegalStateException("a caller's mistake");
        });
  }
}
