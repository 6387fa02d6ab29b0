package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Limits for a connection before it has sent initialize. */
class NewcomerLimitsTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  @Test
  void closesAConnectionThatSaysNothing() throws IOException {
    try (var bus = new Setup().withTimeout(SHORT).start();
        RawSocket silent = RawSocket.to(bus.port())) {
      assertThat(silent.readToEnd()).isEmpty();
      bus.othersStillTalk();
    }
  }

  @Test
  void closesAConnectionThatNeverFinishesItsRequest() throws IOException {
    try (var bus = new Setup().withTimeout(SHORT).start();
        RawSocket slow = RawSocket.to(bus.port())) {
      slow.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
      assertThat(slow.readToEnd()).isEmpty();
      bus.othersStillTalk();
    }
  }

  @Test
  void leavesAnUpgradedConnectionAloneAfterThatTime() throws IOException {
    try (var bus = new Setup().withTimeout(SHORT).start();
        RawWebSocket patient = bus.rawPeer("agent:patient");
        RawSocket silent = RawSocket.to(bus.port())) {
      assertThat(silent.readToEnd()).as("came later and is gone already").isEmpty();
      assertThat(patient.call(Wire.ping(1))).contains("timestamp");
    }
  }

  @Test
  void givesUsFiveSecondsByDefault() {
    assertThat(ServerSettings.on("127.0.0.1", 0).timeout()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void refusesAHeadThatIsTooLong() throws IOException {
    try (var bus = TestServer.start();
        RawSocket flood = RawSocket.to(bus.port())) {
      flood.send(RawWebSocket.request("/", "X-Flood: " + "x".repeat(9_000)));
      assertThat(new String(flood.readToEnd(), UTF_8)).startsWith("HTTP/1.1 400 ");
      bus.othersStillTalk();
    }
  }

  @Test
  void refusesManyShortHeaders() throws IOException {
    try (var bus = TestServer.start()) {
      String most = "a:\r\n".repeat(HandshakeHeaders.MOST - 1);
      assertThat(
              answerTo(bus.port(), "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + most + "\r\n"))
          .startsWith("HTTP/1.1 200 ");
      assertThat(
              answerTo(
                  bus.port(), "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + most + "a:\r\n\r\n"))
          .startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void endsAnEndlessHead() throws IOException {
    try (var bus = TestServer.start();
        RawSocket flood = RawSocket.to(bus.port())) {
      flood.send("GET / HTTP/1.1\r\n");
      boolean ended = false;
      for (int i = 0; i < 100_000 && !ended; i++) {
        try {
          flood.send("X-Flood-" + i + ": " + "x".repeat(1_000) + "\r\n");
        } catch (IOException refused) {
          ended = true;
        }
      }
      assertThat(ended).isTrue();
      bus.othersStillTalk();
    }
  }

  @Test
  void refusesConnectionsPastTheLimitAndTakesNewOnesWhenSomeoneLeaves() throws IOException {
    try (var bus = new Setup().withConnections(3).start();
        RawWebSocket last = bus.raw()) {
      assertThat(answerTo(bus.port(), RawWebSocket.request("/")))
          .startsWith("HTTP/1.1 503 ")
          .contains("Too many connections");
      assertThat(answerTo(bus.port(), "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
          .startsWith("HTTP/1.1 200");

      last.reset();
      bus.awaitGuests(0);

      bus.rawPeer("agent:next").close();
      bus.othersStillTalk();
    }
  }

  @Test
  void closesAConnectionThatDoesNotIntroduceItself() throws IOException {
    try (var bus = new Setup().initializingWithin(SHORT).start();
        RawWebSocket stranger = bus.raw()) {
      ReceivedFrame close = stranger.receiveClose();
      assertThat(close.closeCode()).isEqualTo(1008);
      assertThat(close.closeReason()).contains("no initialize");
      bus.othersStillTalk();
    }
  }

  private static String answerTo(int port, String request) throws IOException {
    try (RawSocket socket = RawSocket.to(port)) {
      socket.send(request);
      return new String(socket.readToEnd(), UTF_8);
    }
  }
}
