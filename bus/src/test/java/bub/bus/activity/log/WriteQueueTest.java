package bub.bus.activity.log;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.event.ActivityEvent;
import bub.bus.activity.event.EntryBatch;
import bub.bus.activity.event.LogEntry;
import bub.jsonrpc.RequestId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class WriteQueueTest {
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final WriteQueue queue = new WriteQueue(100);

  private static EntryBatch handover(long bytes) {
    var entry =
        new LogEntry(
            1,
            1,
            LogUnderTest.envelope("m", "{}"),
            RequestId.of(1),
            null,
            null,
            List.of(new ActivityEvent.SendStart(1)));
    return new EntryBatch(List.of(entry), bytes);
  }

  @Test
  void isSaturatedAboveItsLimitUntilBelowHalf() {
    queue.add(handover(60));
    queue.add(handover(40));
    assertThat(queue.isSaturated()).isFalse();
    queue.add(handover(1));
    assertThat(queue.isSaturated()).isTrue();

    queue.settle(List.of(handover(50)));
    assertThat(queue.isSaturated()).isTrue();
    queue.settle(List.of(handover(2)));
    assertThat(queue.isSaturated()).isFalse();
  }

  @Test
  void wakesAWriterThatIsIdle() {
    CompletableFuture<Integer> taken = take(0);
    queue.add(handover(1));

    Awaitility.await().until(taken::isDone);
    assertThat(taken).isCompletedWithValue(1);
  }

  @Test
  void doesNotLetTheWindowPassWhenSomebodyAsks() {
    CompletableFuture<Integer> taken = take(LONG_NANOS);
    queue.add(handover(1));
    queue.add(handover(1));
    queue.urge();

    Awaitility.await().until(taken::isDone);
    assertThat(taken).isCompletedWithValue(2);
  }

  @Test
  void refusesAfterTheCloseAndGivesOutWhatIsLeft() {
    queue.add(handover(1));
    queue.close();

    assertThat(queue.add(handover(1))).isFalse();
    assertThat(take(LONG_NANOS).join()).isEqualTo(1);
    assertThat(take(LONG_NANOS).join()).isZero();
  }

  @Test
  void aWaiterGoesOnWhenAllBeforeItIsSettled() {
    queue.add(handover(1));
    long ticket = queue.urge();
    CompletableFuture<Void> waiter = awaitSettled(ticket);
    queue.add(handover(1));
    assertThat(waiter).isNotDone();

    queue.settle(List.of(handover(1)));
    Awaitility.await().until(waiter::isDone);
  }

  @Test
  void aWaiterDoesNotWaitForAWriterThatIsStuck() throws Exception {
    queue.add(handover(1));
    CompletableFuture<Void> waiter = awaitSettled(queue.urge());
    queue.rest(1);

    Awaitility.await().until(waiter::isDone);
  }

  @Test
  void aWriterThatIsStuckWakesUpWhenMemoryFills() {
    CompletableFuture<Void> resting =
        CompletableFuture.runAsync(() -> unchecked(() -> queue.rest(LONG_NANOS)));
    queue.add(handover(50));
    assertThat(resting).isNotDone();
    queue.add(handover(1));

    Awaitility.await().until(resting::isDone);
    assertThat(queue.isCrowded()).isTrue();
  }

  private CompletableFuture<Integer> take(long windowNanos) {
    var taken = new CompletableFuture<Integer>();
    Thread.ofVirtual()
        .start(() -> unchecked(() -> taken.complete(queue.take(LONG_NANOS, windowNanos).size())));
    return taken;
  }

  private CompletableFuture<Void> awaitSettled(long ticket) {
    return CompletableFuture.runAsync(
        () -> unchecked(() -> queue.awaitSettled(ticket, LONG_NANOS)));
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
