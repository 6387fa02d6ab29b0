package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.testkit.RawFrame;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that asks and asks and never reads is not read any more, and then not kept. */
class UnreadAnswersTest {
  private static final int MIB = 1024 * 1024;

  @Test
  void itIsPausedAndThenClosedAndItsAnswersStayBounded() throws Exception {
    Duration quiet = Duration.ofSeconds(2);
    try (var bus = setup().pinging(quiet, quiet).start();
        RawWebSocket greedy = silentPeer(bus)) {
      CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> askForever(greedy));

      // Paused between the marks of its socket, not at the limit for messages to it.
      await().until(() -> bus.server().waitingBytes() > MIB / 8);
      bus.othersStillTalk();
      await()
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                assertThat(bus.server().waitingBytes()).isLessThan(4 * MIB);
                return ended.isDone();
              });

      bus.awaitGuests(0);
      assertThat(bus.server().waitingBytes()).isZero();
      bus.othersStillTalk();
    }
  }

  @Test
  @Timeout(60)
  void itIsCutOffAtTwiceTheBacklogOfAPeer() throws Exception {
    try (var bus = setup().withBacklog(MIB / 8, 16 * MIB).start();
        RawWebSocket greedy = silentPeer(bus)) {
      askForever(greedy);
      bus.awaitGuests(0);
      assertThat(bus.server().waitingBytes()).isZero();
      bus.othersStillTalk();
    }
  }

  Setup setup() {
    return new Setup();
  }

  RawSocket smallWindow(int port) throws IOException {
    return RawSocket.withSmallWindow(port);
  }

  private RawWebSocket silentPeer(TestServer bus) throws IOException {
    var peer = RawWebSocket.upgrade(smallWindow(bus.port()), "/");
    peer.call(Wire.initialize("agent:greedy"));
    return peer;
  }

  /** Returns when the bus has ended the connection. */
  private static void askForever(RawWebSocket peer) {
    var questions = new ByteArrayOutputStream();
    for (int i = 0; i < 100; i++) {
      questions.writeBytes(RawFrame.text(Wire.request(i, "getMetrics", "{}")).bytes());
    }
    try {
      while (true) {
        peer.sendBytes(questions.toByteArray());
      }
    } catch (IOException closed) {
      // What this was waiting for.
    }
  }
}
