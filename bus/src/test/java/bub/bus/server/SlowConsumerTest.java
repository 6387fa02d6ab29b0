package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.bus.server.WirePeer.SeenAck;
import bub.bus.server.WirePeer.Sent;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A slow consumer uses a bounded amount of memory, and affects nobody else. */
class SlowConsumerTest {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;
  private static final String LARGE = "x".repeat(64 * KIB);
  private static final long ONE_MORE = 80 * KIB;

  @AutoClose private @Nullable TestServer running;

  @Test
  void itsSendersAreToldToRetryAndInTheEndItIsClosed() throws Exception {
    Duration never = Duration.ofHours(1); // it is not asked to go, it is cut off
    TestServer bus =
        start(setup().withBacklog(MIB, 16 * MIB).pinging(second(), second()).withTimeout(never));
    try (RawWebSocket slow = slowPeer(bus, "agent:slow");
        WirePeer sender = bus.peer("tg:1")) {
      List<Sent> sent = floodUntilBusy(bus, sender, "agent:slow", MIB + ONE_MORE);

      SeenAck busy = sent.getLast().ack();
      assertThat(busy.success()).isFalse();
      assertThat(busy.shouldRetry()).isTrue();
      assertThat(busy.message()).contains("agent:slow is busy", "does not read fast enough");
      for (int i = 0; i < 50; i++) {
        bus.othersStillTalk();
      }

      bus.awaitGuests(1);
      assertThat(sent)
          .allSatisfy(
              message -> {
                assertThat(message.ack().success()).isFalse();
                assertThat(message.ack().shouldRetry()).isTrue();
              });
      await().until(() -> bus.server().waitingBytes() == 0);
      slow.reset();
    }
  }

  @Test
  void onceItReadsAgainItIsServedAgain() throws Exception {
    TestServer bus = start(setup().withBacklog(MIB, 16 * MIB));
    try (RawWebSocket slow = slowPeer(bus, "agent:slow");
        WirePeer sender = bus.peer("tg:1")) {
      List<Sent> sent = floodUntilBusy(bus, sender, "agent:slow", MIB + ONE_MORE);
      // All but the refused ones are still on their way, in order and whole.
      for (int i = 0; i < sent.size() - 1; i++) {
        slow.sendText(Wire.answer(Wire.read(slow.receiveText()), Wire.OK_ACK));
      }
      assertThat(sent.subList(0, sent.size() - 1)).allMatch(message -> message.ack().success());

      Sent next = sender.sends("agent:slow", "better?");
      slow.sendText(Wire.answer(Wire.read(slow.receiveText()), Wire.OK_ACK));
      assertThat(next.ack().success()).isTrue();
    }
  }

  @Test
  void aPeerThatReadsSlowlyButSteadilyIsNotTakenForDead() throws Exception {
    TestServer bus =
        start(setup().withBacklog(2 * MIB, 16 * MIB).pinging(second().dividedBy(4), second()));
    try (RawWebSocket slow = slowPeer(bus, "agent:slow");
        WirePeer sender = bus.peer("tg:1")) {
      long until = System.nanoTime() + second().toNanos() * 2;
      // Kept full all the time, so that the bus does not read it: only its own reading shows life.
      for (int read = 0; read < 900 && System.nanoTime() - until < 0; read++) {
        if (read % 8 == 0) {
          floodUntilBusy(bus, sender, "agent:slow", 2 * MIB + ONE_MORE);
        }
        assertThat(slow.receive().isClose()).isFalse();
      }
      bus.othersStillTalk();
    }
  }

  @Test
  void manyOfThemShareOneLimitAndWhoKeepsUpIsStillServed() throws Exception {
    TestServer bus = start(setup().withBacklog(4 * MIB, 4 * MIB));
    var slow = new ArrayList<RawWebSocket>();
    try (WirePeer sender = bus.peer("tg:1")) {
      for (int i = 0; i < 8; i++) {
        slow.add(slowPeer(bus, "agent:slow-" + i));
        slow.getLast().call(Wire.request(1, "subscribe", "{\"address\":\"room:1\"}"));
      }
      for (int i = 0; i < 8; i++) {
        floodUntilBusy(bus, sender, "agent:slow-" + i, 4 * MIB + ONE_MORE);
      }

      assertThat(bus.server().waitingBytes()).isGreaterThan(2 * MIB - 8 * ONE_MORE);
      for (int i = 0; i < 50; i++) {
        bus.othersStillTalk();
      }
      assertThat(sender.sends("room:1", LARGE).answer().at("/result/acks"))
          .hasSize(8)
          .allSatisfy(ack -> assertThat(ack.get("shouldRetry").asBoolean()).isTrue());
      assertThat(bus.server().waitingBytes()).isLessThan(4 * MIB);
    } finally {
      for (RawWebSocket peer : slow) {
        peer.reset();
      }
    }
    bus.awaitGuests(0);
    await().until(() -> bus.server().waitingBytes() == 0);
  }

  @Test
  void aLargeMessageIsNeverInMemoryForAllWhoDoNotRead() throws Exception {
    TestServer bus = start(setup().withBacklog(4 * MIB, 6 * MIB));
    var slow = new ArrayList<RawWebSocket>();
    try (WirePeer sender = bus.peer("tg:1")) {
      for (int i = 0; i < 12; i++) {
        slow.add(slowPeer(bus, "agent:slow-" + i));
        slow.getLast().call(Wire.request(1, "subscribe", "{\"address\":\"room:1\"}"));
      }
      // Their sockets are full now, and next to nothing waits in the bus.
      while (bus.server().waitingBytes() < 4 * KIB) {
        sender.sends("room:1", "x".repeat(16 * KIB));
        sender.calls("ping", "{}").answer();
      }

      sender.sends("room:1", "x".repeat(MIB - KIB));
      sender.calls("ping", "{}").answer();

      assertThat(bus.server().waitingBytes()).isBetween(MIB + 0L, 6 * MIB + MIB + 0L);
    } finally {
      for (RawWebSocket peer : slow) {
        peer.reset();
      }
    }
    bus.othersStillTalk();
  }

  @Test
  void aLargeMessageReachesAllWhoReadHoweverManyTheyAre() {
    TestServer bus = start(setup().withBacklog(4 * MIB, 6 * MIB));
    var readers = new ArrayList<WirePeer>();
    try (WirePeer sender = bus.peer("tg:1")) {
      for (int i = 0; i < 12; i++) {
        readers.add(bus.peer("agent:reader-" + i));
        readers.getLast().calls("subscribe", "{\"address\":\"room:1\"}").answer();
      }
      assertThat(sender.sends("room:1", "x".repeat(MIB - KIB)).answer().at("/result/acks"))
          .hasSize(12)
          .allSatisfy(ack -> assertThat(ack.get("success").asBoolean()).isTrue());
    } finally {
      readers.forEach(WirePeer::close);
    }
  }

  /** Sends until one message is refused, which is the last of the list. */
  private static List<Sent> floodUntilBusy(TestServer bus, WirePeer sender, String to, long bound)
      throws Exception {
    var sent = new ArrayList<Sent>();
    for (int i = 0; i < 1_000; i++) {
      Sent message = sender.sends(to, LARGE);
      sent.add(message);
      // Its answer comes after that of the message, if the message has one already.
      sender.calls("ping", "{}").answer();
      assertThat(bus.server().waitingBytes()).isLessThan(bound);
      if (!message.isOpen()) {
        return sent;
      }
    }
    throw new AssertionError(to + " never became busy");
  }

  /** A peer with a small window that has introduced itself and reads nothing by itself. */
  private RawWebSocket slowPeer(TestServer bus, String clientId) throws IOException {
    var peer = RawWebSocket.upgrade(smallWindow(bus.port()), "/");
    peer.call(Wire.initialize(clientId));
    return peer;
  }

  private TestServer start(Setup setup) {
    running = setup.start();
    return running;
  }

  Setup setup() {
    return new Setup();
  }

  /** A connection that soon blocks the bus when nobody reads. */
  RawSocket smallWindow(int port) throws IOException {
    return RawSocket.withSmallWindow(port);
  }

  private static Duration second() {
    return Duration.ofSeconds(1);
  }
}
