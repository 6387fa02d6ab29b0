package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawFrame;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The bus detects dead connections, and keeps silent ones that are alive. */
class LivenessTest {
  @AutoClose
  private final TestServer bus =
      new Setup().pinging(Duration.ofMillis(150), Duration.ofMillis(500)).start();

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void aQuietPeerThatAnswersPingsLives() throws IOException {
    try (RawWebSocket quiet = bus.rawPeer("agent:quiet")) {
      for (int i = 0; i < 3; i++) {
        ReceivedFrame ping = quiet.receive();
        assertThat(ping.opcode()).isEqualTo(RawFrame.PING);
        quiet.send(RawFrame.pong(ping.body()));
      }
      assertThat(quiet.call(Wire.ping(1))).contains("timestamp");
    }
  }

  @Test
  void onePingIsEnoughAndWhoeverIgnoresItIsClosed() throws IOException {
    try (RawWebSocket stranger = bus.raw();
        RawWebSocket deaf = bus.rawPeer("agent:deaf")) {
      assertThat(deaf.receive().opcode()).isEqualTo(RawFrame.PING);
      ReceivedFrame close = deaf.receive();
      assertThat(close.closeCode()).isEqualTo(1001);
      assertThat(close.closeReason()).contains("ping timeout");
      deaf.awaitEnd();
      assertThat(stranger.receiveClose().closeCode()).isEqualTo(1001);
    }
  }

  @Test
  void aPeerThatVanishesWithoutAWordIsNoticedAndItsSendersLearnIt() throws IOException {
    RawSocket line = RawSocket.withSmallWindow(bus.port());
    try (RawWebSocket ghost = RawWebSocket.upgrade(line, "/");
        WirePeer sender = bus.peer("tg:1")) {
      ghost.call(Wire.initialize("agent:ghost"));

      // From here on it neither reads nor answers, as if its cable had been pulled.
      WirePeer.SeenAck ack = sender.sends("agent:ghost", "are you there?").ack();

      assertThat(ack.success()).isFalse();
      assertThat(ack.shouldRetry()).isTrue();
      assertThat(ack.message()).contains("agent:ghost", "disconnected", "ping timeout");
      bus.awaitGuests(1);
      assertThat(sender.sends("agent:ghost", "hello?").answer().at("/result/acks")).isEmpty();
    }
  }
}
