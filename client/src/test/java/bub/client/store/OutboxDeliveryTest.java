package bub.client.store;

import static bub.client.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.scripted.ManualTime;
import bub.client.scripted.ScriptedBus;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.trace.GuardReasons;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxDeliveryTest {
  @TempDir private Path directory;

  private final ManualTime time = new ManualTime();
  private final ScriptedBus bus = new ScriptedBus();
  private final ConcurrentLinkedQueue<List<Ack>> answers = new ConcurrentLinkedQueue<>();
  private final List<DeadLetter> dead = new CopyOnWriteArrayList<>();
  private final BusClient client = client(Duration.ofMinutes(1));
  private Outbox outbox;

  @BeforeEach
  void open() throws Exception {
    outbox =
        Outbox.open(directory.resolve("outbox.db"), OutboxLimits.standard(), time.environment(0.5))
            .onDeadLetter(dead::add);
    // The scripted acks first, then all is well.
    bus.onSend(
        (envelope, answer) -> {
          List<Ack> acks = answers.poll();
          answer.result(
              ScriptedBus.receipt(
                  envelope, acks == null ? new Ack[] {Ack.ok("")} : acks.toArray(new Ack[0])));
        });
    client.connect();
    outbox.deliverThrough(client);
  }

  @AfterEach
  void close() throws Exception {
    outbox.close();
    client.close();
  }

  private BusClient client(Duration callTimeout) {
    return new BusClient(
        ClientSettings.of(URI.create("memory:bus"), new Address("tg:1"))
            .withCallTimeout(callTimeout),
        bus.inMemory(),
        time.environment(0.5));
  }

  private void put(String id, String to) throws Exception {
    assertThat(outbox.put(message("tg:1", id, to))).isEqualTo(new PutResult.Stored());
  }

  private void awaitEmpty() {
    await().until(() -> outbox.size() == 0);
  }

  private List<String> sent() {
    return bus.heard("sendMessage").stream()
        .map(call -> call.substring("sendMessage ".length()))
        .toList();
  }

  @Test
  void deliversInOrderAndForgetsWhatIsDelivered() throws Exception {
    put("m1", "agent:a");
    put("m2", "agent:a");
    put("m3", "agent:a");
    awaitEmpty();
    assertThat(sent()).containsExactly("m1 to agent:a", "m2 to agent:a", "m3 to agent:a");
    assertThat(time.nobodySleeps()).isTrue();
  }

  @Test
  void keepsTheOrderOfOneDestinationThroughFailures() throws Exception {
    answers.add(List.of(Ack.retryIn(0, "not yet")));
    answers.add(List.of());
    put("m1", "agent:a");
    put("m2", "agent:a");
    time.passNextSleep();
    time.passNextSleep();
    awaitEmpty();
    assertThat(sent())
        .containsExactly("m1 to agent:a", "m1 to agent:a", "m1 to agent:a", "m2 to agent:a");
  }

  @Test
  void destinationsDoNotWaitForEachOther() throws Exception {
    var go = new CountDownLatch(1);
    bus.onSend(
        (envelope, answer) -> {
          if (envelope.to().value().equals("agent:slow")) {
            go.await();
          }
          answer.result(ScriptedBus.receipt(envelope, Ack.ok("")));
        });
    put("m1", "agent:slow");
    put("m2", "agent:fast");
    put("m3", "agent:fast");
    await().until(() -> sent().contains("m3 to agent:fast"));
    assertThat(outbox.waiting(10))
        .extracting(waiting -> waiting.messageId().value())
        .contains("m1");
    go.countDown();
    awaitEmpty();
  }

  @Test
  void waitsAsLongAsARecipientAsksFor() throws Exception {
    answers.add(List.of(Ack.retryIn(30, "busy"), Ack.ok("")));
    put("m1", "agent:a");
    assertThat(time.passNextSleep()).isEqualTo(Duration.ofSeconds(30));
    awaitEmpty();
  }

  @Test
  void waitsLongerAndLongerForSomebodyToListen() throws Exception {
    for (int i = 0; i < 8; i++) {
      answers.add(List.of());
    }
    put("m1", "agent:a");
    for (long millis : new long[] {500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000}) {
      assertThat(time.passNextSleep()).isEqualTo(Duration.ofMillis(millis));
    }
    awaitEmpty();
    assertThat(sent()).hasSize(9).containsOnly("m1 to agent:a");
  }

  @Test
  void aDeliveryForgivesTheFailuresBeforeIt() throws Exception {
    answers.add(List.of());
    answers.add(List.of());
    answers.add(List.of(Ack.ok("")));
    answers.add(List.of());
    put("m1", "agent:a");
    put("m2", "agent:a");
    time.passNextSleep();
    time.passNextSleep();
    assertThat(time.passNextSleep()).isEqualTo(Duration.ofMillis(500));
    awaitEmpty();
  }

  @Test
  void whatNoRetryCanHelpIsKeptAsDeadAndTheNextGoesOn() throws Exception {
    answers.add(List.of(Ack.failed("no such chat")));
    put("m1", "agent:a");
    put("m2", "agent:a");
    awaitEmpty();
    var letter = new DeadLetter(message("tg:1", "m1", "agent:a"), "no such chat", time.now());
    assertThat(dead).containsExactly(letter);
    assertThat(outbox.deadLetters(10)).containsExactly(letter);
    assertThat(outbox.deadLetterCount()).isEqualTo(1);
    assertThat(sent()).containsExactly("m1 to agent:a", "m2 to agent:a");
  }

  @Test
  void whatTheBusCallsInvalidIsDead() throws Exception {
    bus.refuse(Methods.SEND_MESSAGE, RpcError.invalidParams("from: not yours"));
    put("m1", "agent:a");
    awaitEmpty();
    await().until(() -> dead.size() == 1);
    assertThat(dead.getFirst().reason()).contains("from: not yours");
  }

  @Test
  void whatTheLoopGuardRefusesIsDeadAndNotTriedAgain() throws Exception {
    bus.refuse(
        Methods.SEND_MESSAGE,
        RpcError.of(ErrorCodes.OVERLOADED, "a loop").because(GuardReasons.LOOP_DETECTED));
    put("m1", "agent:a");
    awaitEmpty();
    await().until(() -> dead.size() == 1);
    assertThat(dead.getFirst().reason()).isEqualTo("a loop");
    assertThat(sent()).containsExactly("m1 to agent:a");
    assertThat(time.nobodySleeps()).isTrue();
  }

  @Test
  void waitsAsLongAsAnOverloadedBusAsksFor() throws Exception {
    var data = RawJson.parse("{\"reason\":\"rate\",\"retryAfterMs\":2500}");
    bus.refuse(Methods.SEND_MESSAGE, new RpcError(ErrorCodes.OVERLOADED, "slow down", data));
    put("m1", "agent:a");
    assertThat(time.nextSleep()).isEqualTo(Duration.ofMillis(2_500));
    bus.onSend((envelope, answer) -> answer.result(ScriptedBus.receipt(envelope, Ack.ok(""))));
    time.advance(Duration.ofMillis(2_500));
    awaitEmpty();
  }

  @Test
  void triesAgainAfterATimeout() throws Exception {
    bus.neverAnswer(Methods.SEND_MESSAGE);
    Path file = directory.resolve("impatient.db");
    try (var impatient = client(Duration.ofMillis(50)).connect();
        var other = Outbox.open(file, OutboxLimits.standard(), time.environment(0.5))) {
      other.deliverThrough(impatient).put(message("tg:1", "m1", "agent:a"));
      assertThat(time.passNextSleep()).isEqualTo(Duration.ofMillis(500));
      await().until(() -> sent().size() == 2);
      assertThat(sent()).containsOnly("m1 to agent:a");
    }
  }

  @Test
  void triesAgainAsSoonAsTheConnectionIsBack() throws Exception {
    bus.neverAnswer(Methods.SEND_MESSAGE);
    put("m1", "agent:a");
    await().until(() -> sent().size() == 1);
    bus.onSend((envelope, answer) -> answer.result(ScriptedBus.receipt(envelope, Ack.ok(""))));
    bus.beReachable(false);
    bus.hangUp();
    put("m2", "agent:b");
    Duration reconnect = time.nextSleep();
    assertThat(outbox.size()).isEqualTo(2);
    bus.beReachable(true);
    time.advance(reconnect);
    awaitEmpty();
    assertThat(sent()).startsWith("m1 to agent:a").contains("m2 to agent:b").hasSize(3);
  }

  @Test
  void whatRestsAfterFailuresIsTriedAtOnceWhenTheBusIsBack() throws Exception {
    answers.add(List.of());
    put("m1", "agent:a");
    time.nextSleep();
    bus.hangUp();
    time.passNextSleep(); // until the next connection; the rest of m1 is longer

    awaitEmpty();
    assertThat(sent()).containsExactly("m1 to agent:a", "m1 to agent:a");
  }

  @Test
  void aReceiverThatSaysWhenIsNotKeptWaitingMuchLonger() throws Exception {
    for (int i = 0; i < 10; i++) {
      answers.add(List.of(Ack.retryIn(5, "the disk is full")));
    }
    put("m1", "agent:a");
    for (int i = 0; i < 10; i++) {
      assertThat(time.passNextSleep()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
    }
    awaitEmpty();
  }

  @Test
  void whatWaitsIsDeliveredByTheNextProcess() throws Exception {
    answers.add(List.of());
    put("m1", "agent:a");
    time.nextSleep();
    put("m2", "agent:a");
    outbox.close();

    outbox =
        Outbox.open(directory.resolve("outbox.db"), OutboxLimits.standard(), time.environment(0.5));
    outbox.deliverThrough(client);
    awaitEmpty();
    assertThat(sent()).containsExactly("m1 to agent:a", "m1 to agent:a", "m2 to agent:a");
  }

  @Test
  void aClientThatIsStoppedForGoodLeavesEverythingOnDisk() throws Exception {
    client.close();
    put("m1", "agent:a");
    put("m2", "agent:a");
    assertThat(outbox.size()).isEqualTo(2);
    assertThat(sent()).isEmpty();
  }

  @Test
  void onlySoManyDeadLettersAreKept() throws Exception {
    outbox.close();
    outbox =
        Outbox.open(
            directory.resolve("small.db"), new OutboxLimits(10, 1_000, 2), time.environment(0.5));
    outbox.deliverThrough(client);
    for (int i = 1; i <= 3; i++) {
      answers.add(List.of(Ack.failed("no")));
      put("m" + i, "agent:a");
    }
    awaitEmpty();
    assertThat(outbox.deadLetters(10))
        .extracting(letter -> letter.envelope().messageId().value())
        .containsExactly("m3", "m2");
  }
}
