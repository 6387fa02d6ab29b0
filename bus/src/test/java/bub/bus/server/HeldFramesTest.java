package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.testkit.RawFrame;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Incomplete messages and unread answers use little memory and end. */
class HeldFramesTest {
  private static final Duration SHORT = Duration.ofMillis(500);

  @Test
  void aMessageThatDoesNotArriveInTimeEndsItsConnection() throws IOException {
    try (var bus = new Setup().withMessageWithin(SHORT).start();
        RawWebSocket slow = bus.rawPeer("agent:slow")) {
      slow.send(RawFrame.text("{").claiming(1_000));
      await().until(() -> held(bus, "frames") > 0);

      ReceivedFrame close = slow.receiveClose();
      assertThat(close.closeCode()).isEqualTo(1008);
      assertThat(close.closeReason()).contains("did not arrive in time");
      await().until(() -> held(bus, "frames") == 0);
      bus.othersStillTalk();
    }
  }

  @Test
  void completeFragmentsOfAMessageWithoutAnEndEndItToo() throws IOException {
    try (var bus = new Setup().withMessageWithin(SHORT).start();
        RawWebSocket slow = bus.rawPeer("agent:slow")) {
      slow.send(RawFrame.text("{").unfinished());
      for (int i = 0; i < 5; i++) {
        slow.send(RawFrame.continuation(" ").unfinished());
      }
      assertThat(slow.receiveClose().closeReason()).contains("did not arrive in time");
    }
  }

  @Test
  void oneByteOfALargeMessageHoldsLittle() throws IOException {
    try (var bus = TestServer.start();
        RawWebSocket slow = bus.rawPeer("agent:slow")) {
      slow.send(RawFrame.text("{").claiming(1_000_000));
      await().until(() -> held(bus, "frames") > 0);
      assertThat(held(bus, "frames")).isLessThan(1_000);
    }
  }

  @Test
  void theFirstMessageIsSmall() throws IOException {
    try (var bus = TestServer.start();
        RawWebSocket stranger = bus.raw()) {
      stranger.send(RawFrame.text("{").claiming(20_000));
      ReceivedFrame close = stranger.receiveClose();
      assertThat(close.closeCode()).isEqualTo(1009);
      assertThat(close.closeReason()).contains("16384");
    }
  }

  @Test
  void pingsAreAnsweredAtAFairRateAndTheLastOneAlways() throws IOException {
    try (var bus = TestServer.start();
        RawWebSocket peer = bus.rawPeer("agent:a")) {
      var pings = new ByteArrayOutputStream();
      for (int i = 0; i < 1_000; i++) {
        pings.writeBytes(RawFrame.ping("ping " + i).bytes());
      }
      peer.sendBytes(pings.toByteArray());

      int pongs = 0;
      String body = "";
      while (!body.equals("ping 999")) {
        ReceivedFrame frame = peer.receive();
        assertThat(frame.opcode()).isEqualTo(RawFrame.PONG);
        body = frame.text();
        pongs++;
      }
      assertThat(pongs).isLessThan(200);
    }
  }

  @Test
  void aStrangerThatReadsNothingIsClosedSoon() throws IOException {
    try (var bus = TestServer.start();
        RawWebSocket stranger = RawWebSocket.upgrade(RawSocket.withSmallWindow(bus.port()), "/")) {
      var calls = new ByteArrayOutputStream();
      for (int i = 0; i < 100; i++) {
        calls.writeBytes(RawFrame.text(Wire.request(i, "ping", "{}")).bytes());
      }
      boolean ended = false;
      for (int i = 0; i < 10_000 && !ended; i++) {
        try {
          stranger.sendBytes(calls.toByteArray());
        } catch (IOException closed) {
          ended = true;
        }
      }
      assertThat(ended).isTrue();
      bus.othersStillTalk();
    }
  }

  @Test
  void everythingIsGivenBackWhenConnectionsEnd() throws IOException {
    try (var bus = TestServer.start()) {
      bus.othersStillTalk();
      await().until(() -> held(bus, "calls") == 0);
      long before = held(bus, "connections");
      for (int i = 0; i < 20; i++) {
        try (RawWebSocket stranger = bus.raw();
            RawWebSocket peer = bus.rawPeer("agent:" + i)) {
          peer.send(RawFrame.text("{").claiming(1_000_000));
          stranger.send(RawFrame.text("{").claiming(1_000));
        }
      }
      await().until(() -> held(bus, "connections") == before);
      assertThat(held(bus, "frames")).isZero();
      assertThat(held(bus, "backlog")).isZero();
    }
  }

  private static long held(TestServer bus, String kind) {
    return bus.figure("memory_held_" + kind + "_bytes");
  }
}
