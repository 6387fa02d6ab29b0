package bub.bus.activity;

import static org.assertj.core.api.Assertions.assertThat;

import bub.jsonrpc.RequestId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Backlog backlog = new Backlog(100);

  private static Handover handover(long bytes) {
    var entry =
        new Entry(
            1,
            1,
            LogUnderTest.envelope("m", "{}"),
            RequestId.of(1),
            List.of(new Event.SendStart(1)));
    return new Handover(List.of(entry), bytes);
  }

  @Test
  void isSaturatedAboveItsLimitUntilBelowHalf() {
    backlog.add(handover(60));
    backlog.add(handover(40));
    assertThat(backlog.isSaturated()).isFalse();
    backlog.add(handover(1));
    assertThat(backlog.isSaturated()).isTrue();

    backlog.settle(List.of(handover(50)));
    assertThat(backlog.isSaturated()).isTrue();
    backlog.settle(List.of(handover(2)));
    assertThat(backlog.isSaturated()).isFalse();
  }

  @Test
  void wakesAWriterThatIsIdle() {
    CompletableFuture<Integer> taken = take(0);
    backlog.add(handover(1));

    Awaitility.await().until(taken::isDone);
    assertThat(taken).isCompletedWithValue(1);
  }

  @Test
  void doesNotLetTheWindowPassWhenSomebodyAsks() {
    CompletableFuture<Integer> taken = take(LONG_NANOS);
    backlog.add(handover(1));
    backlog.add(handover(1));
    backlog.urge();

    Awaitility.await().until(taken::isDone);
    assertThat(taken).isCompletedWithValue(2);
  }

  @Test
  void refusesAfterTheCloseAndGivesOutWhatIsLeft() {
    backlog.add(handover(1));
    backlog.close();

    assertThat(backlog.add(handover(1))).isFalse();
    assertThat(take(LONG_NANOS).join()).isEqualTo(1);
    assertThat(take(LONG_NANOS).join()).isZero();
  }

  @Test
  void aWaiterGoesOnWhenAllBeforeItIsSettled() {
    backlog.add(handover(1));
    long ticket = backlog.urge();
    CompletableFuture<Void> waiter = awaitSettled(ticket);
    backlog.add(handover(1));
    assertThat(waiter).isNotDone();

    backlog.settle(List.of(handover(1)));
    Awaitility.await().until(waiter::isDone);
  }

  @Test
  void aWaiterDoesNotWaitForAWriterThatIsStuck() throws Exception {
    backlog.add(handover(1));
    CompletableFuture<Void> waiter = awaitSettled(backlog.urge());
    backlog.rest(1);

    Awaitility.await().until(waiter::isDone);
  }

  @Test
  void aWriterThatIsStuckWakesUpWhenMemoryFills() {
    CompletableFuture<Void> resting =
        CompletableFuture.runAsync(() -> unchecked(() -> backlog.rest(LONG_NANOS)));
    backlog.add(handover(50));
    assertThat(resting).isNotDone();
    backlog.add(handover(1));

    Awaitility.await().until(resting::isDone);
    assertThat(backlog.isCrowded()).isTrue();
  }

  private CompletableFuture<Integer> take(long windowNanos) {
    var taken = new CompletableFuture<Integer>();
    Thread.ofVirtual()
        .start(() -> unchecked(() -> taken.complete(backlog.take(LONG_NANOS, windowNanos).size())));
    return taken;
  }

  private CompletableFuture<Void> awaitSettled(long ticket) {
    return CompletableFuture.runAsync(
        () -> unchecked(() -> backlog.awaitSettled(ticket, LONG_NANOS)));
  }

  private interface Interruptible {
    void run() throws InterruptedException;
  }

  private static void unchecked(Interruptible action) {
    try {
      action.run();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
