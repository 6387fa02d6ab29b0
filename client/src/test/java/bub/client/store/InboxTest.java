package bub.client.store;

import static bub.client.Messages.message;
import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.scripted.ManualTime;
import bub.client.scripted.ScriptedBus;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.store.StoreInUse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxTest {
  private static final Envelope HELLO = message("tg:1", "m1", "agent:a");

  @TempDir private Path directory;
  private final ManualTime time = new ManualTime();
  private Inbox inbox;

  @BeforeEach
  void open() throws IOException {
    open(InboxRetention.standard());
  }

  private void open(InboxRetention retention) throws IOException {
    inbox = Inbox.open(directory.resolve("inbox.db"), retention, time);
  }

  @AfterEach
  void close() throws IOException {
    inbox.close();
  }

  @Test
  void takesAMessageOnce() throws Exception {
    assertThat(inbox.handle(HELLO)).isEqualTo(Ack.ok("accepted"));
    assertThat(inbox.handle(HELLO)).isEqualTo(Ack.ok("accepted"));
    assertThat(inbox.pending(10))
        .singleElement()
        .extracting(AcceptedMessage::envelope)
        .isEqualTo(HELLO);
  }

  @Test
  void theSameIdOfAnotherSenderIsAnotherMessage() throws Exception {
    inbox.handle(HELLO);
    inbox.handle(message("tg:2", "m1", "agent:a"));
    assertThat(inbox.pending(10)).hasSize(2);
  }

  @Test
  void aDuplicateOfACompletedMessageGetsItsAck() throws Exception {
    inbox.handle(HELLO);
    var done = Ack.ok("answered", text("42"));
    assertThat(inbox.complete(inbox.take(), done)).isTrue();
    assertThat(inbox.handle(HELLO)).isEqualTo(done);
    assertThat(inbox.pending(10)).isEmpty();
  }

  @Test
  void theFirstCompletionCounts() throws Exception {
    inbox.handle(HELLO);
    var message = inbox.take();
    inbox.complete(message, Ack.ok("first"));
    assertThat(inbox.complete(message, Ack.failed("second"))).isFalse();
    assertThat(inbox.handle(HELLO).message()).isEqualTo("first");
  }

  @Test
  void handsOutEachMessageOnceInOrder() throws Exception {
    inbox.handle(HELLO);
    inbox.handle(message("tg:1", "m2", "agent:a"));
    assertThat(inbox.take().envelope().messageId().value()).isEqualTo("m1");
    assertThat(inbox.take().envelope().messageId().value()).isEqualTo("m2");
    assertThat(inbox.pending(10)).hasSize(2);
  }

  @Test
  void takingWaitsForAMessage() throws Exception {
    var taken = new CompletableFuture<AcceptedMessage>();
    Thread.startVirtualThread(
        () -> {
          try {
            taken.complete(inbox.take());
          } catch (IOException | InterruptedException failed) {
            taken.completeExceptionally(failed);
          }
        });
    inbox.handle(HELLO);
    assertThat(taken.get(60, TimeUnit.SECONDS).envelope()).isEqualTo(HELLO);
  }

  @Test
  void whatWasTakenButNotCompletedIsTakenAgainAfterARestart() throws Exception {
    inbox.handle(HELLO);
    inbox.handle(message("tg:1", "m2", "agent:a"));
    inbox.complete(inbox.take(), Ack.ok("done"));
    inbox.take();
    inbox.close();

    open();
    assertThat(inbox.take().envelope().messageId().value()).isEqualTo("m2");
    assertThat(inbox.handle(HELLO).message()).isEqualTo("done");
  }

  @Test
  void concurrentDuplicatesAreOneMessage() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var acks = new ArrayList<Future<Ack>>();
      for (int i = 0; i < 50; i++) {
        acks.add(threads.submit(() -> inbox.handle(HELLO)));
      }
      for (var ack : acks) {
        assertThat(ack.get().success()).isTrue();
      }
    }
    assertThat(inbox.pending(100)).hasSize(1);
  }

  @Test
  void aFullInboxAsksTheSenderToRetryAndKeepsNothing() throws Exception {
    inbox.close();
    open(new InboxRetention(1, 10, Duration.ofDays(1)));
    inbox.handle(HELLO);
    Ack refused = inbox.handle(message("tg:1", "m2", "agent:a"));
    assertThat(refused.success()).isFalse();
    assertThat(refused.shouldRetry()).isTrue();
    inbox.complete(inbox.take(), Ack.ok(""));
    assertThat(inbox.handle(message("tg:1", "m2", "agent:a")).success()).isTrue();
  }

  @Test
  void forgetsTheOldestCompletedPastItsCount() throws Exception {
    inbox.close();
    open(new InboxRetention(10, 2, Duration.ofDays(1)));
    for (int i = 1; i <= 3; i++) {
      inbox.handle(message("tg:1", "m" + i, "agent:a"));
      inbox.complete(inbox.take(), Ack.ok("done " + i));
    }
    assertThat(inbox.handle(message("tg:1", "m3", "agent:a")).message()).isEqualTo("done 3");
    assertThat(inbox.handle(message("tg:1", "m2", "agent:a")).message()).isEqualTo("done 2");
    assertThat(inbox.handle(HELLO).message()).isEqualTo("accepted");
  }

  @Test
  void forgetsWhatWasCompletedTooLongAgoButNothingThatIsPending() throws Exception {
    inbox.handle(HELLO);
    inbox.handle(message("tg:1", "old", "agent:a"));
    inbox.complete(inbox.take(), Ack.ok("done"));
    time.advance(Duration.ofDays(8));
    inbox.handle(message("tg:1", "m3", "agent:a"));
    inbox.take();
    inbox.complete(inbox.take(), Ack.ok("done"));
    assertThat(inbox.pending(10)).hasSize(1);
    assertThat(inbox.handle(HELLO).message()).isEqualTo("accepted");
  }

  @Test
  void servesABusClient() throws Exception {
    var bus = new ScriptedBus();
    var settings = ClientSettings.of(URI.create("memory:bus"), new Address("agent:a"));
    try (var client = BusClient.over(settings, bus.inMemory()).serveEvery(inbox).connect()) {
      assertThat(client.clientId()).isEqualTo(new Address("agent:a"));
      assertThat(bus.deliver(HELLO)).isEqualTo(Ack.ok("accepted"));
      inbox.complete(inbox.take(), Ack.ok("done"));
      assertThat(bus.deliver(HELLO)).isEqualTo(Ack.ok("done"));
    }
  }

  @Test
  void aDiskThatFailsIsNoFaultOfTheMessage() throws Exception {
    inbox.close();
    assertThat(inbox.handle(HELLO).shouldRetry()).isTrue();
  }

  @Test
  void closingEndsTheWaitForAMessage() throws Exception {
    var taken = new CompletableFuture<AcceptedMessage>();
    Thread taker =
        Thread.startVirtualThread(
            () -> {
              try {
                taken.complete(inbox.take());
              } catch (IOException | InterruptedException closed) {
                taken.completeExceptionally(closed);
              }
            });
    await().until(() -> taker.getState() == Thread.State.WAITING);
    inbox.close();
    assertThatThrownBy(() -> taken.get(60, TimeUnit.SECONDS)).hasMessageContaining("closed");
  }

  /** Accepts two messages, completes one, takes the other, and dies. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws Exception {
      var inbox = Inbox.open(Path.of(arguments[0]));
      inbox.handle(HELLO);
      inbox.handle(message("tg:1", "m2", "agent:a"));
      inbox.complete(inbox.take(), Ack.ok("done"));
      inbox.take();
      Runtime.getRuntime().halt(9);
    }
  }

  @Test
  void aCrashBetweenAcceptAndCompleteLosesNothing() throws Exception {
    Path file = directory.resolve("crash.db");
    assertThat(ChildJvm.of(Victim.class, file.toString()).inheritIO().start().waitFor())
        .isEqualTo(9);
    try (var survivor = Inbox.open(file)) {
      assertThat(survivor.handle(HELLO)).isEqualTo(Ack.ok("done"));
      assertThat(survivor.take().envelope().messageId().value()).isEqualTo("m2");
    }
  }

  @Test
  void aSecondOpenerIsRefused() {
    assertThatThrownBy(this::open).isInstanceOf(StoreInUse.class);
  }
}
