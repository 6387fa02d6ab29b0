package bub.client;

import static bub.client.Messages.message;
import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RecentMessagesTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final RecentMessages recent = new RecentMessages(2, 1_000, Duration.ofSeconds(10));

  private Ack handle(String from, String id) throws InterruptedException {
    return recent.once(message(from, id, "b"), _ -> Ack.ok("run " + runs.incrementAndGet()));
  }

  @Test
  void aDuplicateGetsTheFirstAck() throws Exception {
    assertThat(handle("a", "m1")).isEqualTo(handle("a", "m1"));
    assertThat(runs).hasValue(1);
  }

  @Test
  void theSameIdOfAnotherSenderIsAnotherMessage() throws Exception {
    handle("a", "m1");
    handle("c", "m1");
    assertThat(runs).hasValue(2);
  }

  @Test
  void whatWasToBeRetriedRunsAgain() throws Exception {
    var message = message("a", "m1", "b");
    recent.once(message, _ -> Ack.retryIn(1, "not yet"));
    assertThat(handle("a", "m1").message()).isEqualTo("run 1");
  }

  @Test
  void aFailureThatIsFinalIsRemembered() throws Exception {
    var message = message("a", "m1", "b");
    recent.once(message, _ -> Ack.failed("never"));
    assertThat(handle("a", "m1").message()).isEqualTo("never");
  }

  @Test
  void theLeastRecentlyUsedIsForgottenFirst() throws Exception {
    handle("a", "m1");
    handle("a", "m2");
    handle("a", "m1");
    handle("a", "m3");
    assertThat(handle("a", "m1").message()).isEqualTo("run 1");
    assertThat(handle("a", "m2").message()).isEqualTo("run 4");
  }

  @Test
  void largePayloadsAreForgottenSooner() throws Exception {
    recent.once(message("a", "m1", "b"), _ -> Ack.ok("large", text("x".repeat(600))));
    recent.once(message("a", "m2", "b"), _ -> Ack.ok("large", text("x".repeat(600))));
    assertThat(handle("a", "m2").message()).isEqualTo("large");
    assertThat(handle("a", "m1").message()).isEqualTo("run 1");
  }

  @Test
  void duplicatesThatComeMeanwhileWaitForTheFirst() throws Exception {
    var go = new CountDownLatch(1);
    Callable<Ack> attempt =
        () ->
            recent.once(
                message("a", "m1", "b"),
                _ -> {
                  awaitQuietly(go);
                  return Ack.ok("run " + runs.incrementAndGet());
                });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var acks = new ArrayList<Future<Ack>>();
      for (int i = 0; i < 100; i++) {
        acks.add(threads.submit(attempt));
      }
      go.countDown();
      for (Future<Ack> ack : acks) {
        assertThat(ack.get().message()).isEqualTo("run 1");
      }
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void aDuplicateDoesNotWaitForEver() throws Exception {
    var impatient = new RecentMessages(2, 1_000, Duration.ofMillis(1));
    var started = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    Thread first =
        Thread.startVirtualThread(
            () -> {
              try {
                impatient.once(
                    message("a", "m1", "b"),
                    _ -> {
                      started.countDown();
                      awaitQuietly(go);
                      return Ack.ok("late");
                    });
              } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
              }
            });
    started.await();
    Ack second = impatient.once(message("a", "m1", "b"), _ -> Ack.ok("twice"));
    assertThat(second.shouldRetry()).isTrue();
    go.countDown();
    first.join();
  }

  @Test
  void aHandlerThatThrowsLeavesTheDoorOpen() {
    var message = message("a", "m1", "b");
    assertThatThrownBy(
            () ->
                recent.once(
                    message,
                    _ -> {
                      throw new IllegalStateException("oops");
                    }))
        .hasMessage("oops");
    await().untilAsserted(() -> assertThat(handle("a", "m1").message()).isEqualTo("run 1"));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
