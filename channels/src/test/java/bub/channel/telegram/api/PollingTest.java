package bub.channel.telegram.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.telegram.api.TelegramUpdate.Edited;
import bub.channel.telegram.api.TelegramUpdate.Other;
import bub.channel.telegram.api.TelegramUpdate.Posted;
import bub.testkit.FakeBotApiMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Updates through polling. */
class PollingTest extends ApiScene {

  private CompletableFuture<ApiOutcome<UpdateBatch>> poll(long offset) {
    var outcome = new CompletableFuture<ApiOutcome<UpdateBatch>>();
    Thread.startVirtualThread(
        () -> {
          try {
            outcome.complete(api.getUpdates(offset, LONG, 100));
          } catch (InterruptedException ended) {
            outcome.completeExceptionally(ended);
          }
        });
    await().until(telegram::isPolled);
    return outcome;
  }

  @Test
  void waitsUntilSomebodyWrites() throws InterruptedException, ExecutionException {
    CompletableFuture<ApiOutcome<UpdateBatch>> polled = poll(0);
    assertThat(polled).isNotDone();
    telegram.says(7, ANNA, "hello");

    UpdateBatch batch = ok(polled.get());
    assertThat(batch.updates())
        .singleElement()
        .satisfies(
            update ->
                assertThat(((Posted) update.event()).message())
                    .satisfies(
                        message -> {
                          assertThat(message.text()).isEqualTo("hello");
                          assertThat(message.chat().id()).isEqualTo(CHAT);
                          assertThat(requireNonNull(message.from()).fullName())
                              .isEqualTo("Anna Karenina");
                        }));
    assertThat(batch.next()).isEqualTo(batch.updates().getFirst().id() + 1);
  }

  @Test
  void getsTheSameUpdatesAgainUntilTheyAreConfirmed() throws InterruptedException {
    telegram.says(7, ANNA, "one");
    telegram.says(7, ANNA, "two");
    UpdateBatch first = ok(api.getUpdates(0, AT_ONCE, 100));

    assertThat(ok(api.getUpdates(0, AT_ONCE, 100)).updates()).hasSize(2);
    UpdateBatch afterwards = ok(api.getUpdates(first.next(), AT_ONCE, 100));
    assertThat(afterwards.updates()).isEmpty();
    assertThat(afterwards.next()).isEqualTo(first.next());
    assertThat(telegram.unconfirmed()).isZero();
  }

  @Test
  void getsNoMoreThanItAsksFor() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      telegram.says(7, ANNA, "message " + i);
    }
    assertThat(ok(api.getUpdates(0, AT_ONCE, 3)).updates()).hasSize(3);
  }

  @Test
  void learnsThatAnotherPollerHasCome() throws InterruptedException, ExecutionException {
    CompletableFuture<ApiOutcome<UpdateBatch>> older = poll(0);
    CompletableFuture<ApiOutcome<UpdateBatch>> newer = poll(0);

    assertThat(refused(older.get()).kind()).isEqualTo(TelegramRefusal.CONFLICT);
    telegram.says(7, ANNA, "hello");
    assertThat(ok(newer.get()).updates()).hasSize(1);
  }

  @Test
  void learnsThatAWebhookGetsTheUpdates() throws InterruptedException {
    ok(api.setWebhook(new Webhook(telegram.url().resolve("/nowhere"), "secret", 1)));
    assertThat(refused(api.getUpdates(0, AT_ONCE, 100)))
        .satisfies(
            refused -> {
              assertThat(refused.kind()).isEqualTo(TelegramRefusal.CONFLICT);
              assertThat(refused.description()).contains("webhook is active");
            });
    ok(api.deleteWebhook());
    ok(api.getUpdates(0, AT_ONCE, 100));
  }

  @Test
  void aBrokenUpdateDoesNotKeepBackTheOthersAndIsConfirmedWithThem() throws InterruptedException {
    telegram.says(7, ANNA, "before");
    telegram.brings(2, "{\"update_id\": 2, \"message\": {\"text\": \"no number, no chat\"}}");
    telegram.brings(3, "{\"update_id\": \"three\"}");
    telegram.brings(4, "17");
    telegram.brings(5, "{\"update_id\": 5, \"update_id\": 6}");
    telegram.brings(6, "{\"update_id\": 6}");
    telegram.brings(7, "{\"update_id\": 7, \"message\": {}}");

    UpdateBatch batch = ok(api.getUpdates(0, AT_ONCE, 100));
    assertThat(batch.updates()).extracting(TelegramUpdate::id).containsExactly(1L, 6L);
    assertThat(batch.updates().getLast().event()).isEqualTo(new Other());
    assertThat(batch.broken()).isEqualTo(5);
    assertThat(batch.next()).isEqualTo(8);
  }

  @Test
  void seesEditsAndPassesOverWhatItDoesNotKnow() throws InterruptedException {
    long id = telegram.says(7, ANNA, "helo");
    telegram.edits(id, FakeBotApiMessage.in(7, ANNA).text("hello"));
    telegram.happens("a_kind_of_next_year", "{\"x\": [1, 2, {\"y\": null}]}");

    assertThat(ok(api.getUpdates(0, AT_ONCE, 100)).updates())
        .extracting(TelegramUpdate::event)
        .satisfiesExactly(
            posted -> assertThat(posted).isInstanceOf(Posted.class),
            edited -> assertThat(((Edited) edited).message().text()).isEqualTo("hello"),
            other -> assertThat(other).isEqualTo(new Other()));
  }

  @Test
  void endsWhenItsThreadIsInterrupted() throws InterruptedException {
    var interrupted = new AtomicBoolean();
    Thread polling =
        Thread.startVirtualThread(
            () -> {
              try {
                api.getUpdates(0, LONG, 100);
              } catch (InterruptedException ended) {
                interrupted.set(true);
              }
            });
    await().until(telegram::isPolled);
    polling.interrupt();
    polling.join();
    assertThat(interrupted).isTrue();
  }
}
