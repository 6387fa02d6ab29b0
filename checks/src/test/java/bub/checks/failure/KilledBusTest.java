package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Sqlite;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A killed bus loses only messages in flight, and all peers learn of it. */
class KilledBusTest {
  /** Twice what the log promises, and a little for a busy machine. */
  private static final Duration LOG_WINDOW = Duration.ofMillis(600);

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void whoWaitsForAnAnswerLearnsThatThereIsNone() throws Exception {
    ServedBus bus = workshop.bus();
    var asked = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    bus.client("agent:slow")
        .serve(
            _ -> {
              asked.countDown();
              never.await();
              return Ack.ok("too late");
            })
        .connect();
    BusClient sender = bus.client("tg:1").connect();
    CompletableFuture<SendResult> call = inBackground(sender);
    assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();

    bus.process().kill();

    assertThat(call)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(NoAnswer.class);
    never.countDown();
  }

  private static CompletableFuture<SendResult> inBackground(BusClient sender) {
    var result = new CompletableFuture<SendResult>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(sender.send(new Address("agent:slow"), RawJson.EMPTY_OBJECT));
              } catch (Exception failed) {
                result.completeExceptionally(failed);
              }
            });
    return result;
  }

  @Test
  void peersComeBackToTheNextBusAndListenAsBefore() throws Exception {
    ServedBus bus = workshop.bus();
    BusClient receiver = bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
    receiver.subscribe("work:*");
    BusClient sender = bus.client("tg:1").connect();
    bus.process().kill();

    workshop.busOn(bus.port());

    Eventually.holds(
        () ->
            assertThat(sender.send(new Address("work:7"), RawJson.EMPTY_OBJECT).acks())
                .containsExactly(Ack.ok("here")));
  }

  @Test
  void theLogHasWhatWasAnsweredAMomentBefore() throws Exception {
    ServedBus bus = workshop.bus();
    bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
    BusClient sender = bus.client("tg:1").connect();
    Map<String, Long> answeredAt = new LinkedHashMap<>();
    long end = System.nanoTime() + Duration.ofMillis(1_500).toNanos();
    while (System.nanoTime() < end) {
      String id = "m" + answeredAt.size();
      sender.send(
          new Envelope(
              sender.clientId(), new Address("agent:1"), new MessageId(id), RawJson.EMPTY_OBJECT));
      answeredAt.put(id, System.nanoTime());
    }
    long killedAt = System.nanoTime();
    bus.process().kill();

    assertThat(Sqlite.ask(bus.log(), "pragma integrity_check")).containsExactly("ok");
    var logged =
        Sqlite.ask(
            bus.log(),
            "select message_id from activity_log where event = 'send_finish' and status = 'ok'");
    assertThat(logged)
        .containsAll(
            answeredAt.entrySet().stream()
                .filter(one -> one.getValue() < killedAt - LOG_WINDOW.toNanos())
                .map(Map.Entry::getKey)
                .toList())
        .doesNotHaveDuplicates();
    // The next bus finds its log in order and goes on.
    ServedBus next = workshop.busOn(bus.port());
    assertThat(next.bub("bus", "where", "m0").out()).contains("answered, ok");
  }
}
