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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The bus stops reading from a peer that sends requests and never reads the answers, and then
 * disconnects it.
 */
class UnreadAnswersTest {
  private static final int MIB = 1024 * 1024;

  /** So many hundred questions have more than 10 MiB of answers. */
  private static final int ENOUGH_TO_OVERFLOW = 100;

  @Test
  void itIsPausedAndThenClosedAndItsAnswersStayBounded() throws Exception {
    Duration quiet = Duration.ofSeconds(2);
    try (var bus = setup().pinging(quiet, quiet).start();
        RawWebSocket greedy = silentPeer(bus)) {
      CompletableFuture<Void> ended =
          CompletableFuture.runAsync(() -> askForever(greedy, new AtomicInteger()));

      // Paused between the marks of its socket, not at the limit for messages to it.
      await().until(() -> bus.server().waitingBytes() > MIB / 8);
      bus.othersStillTalk();
      awaitEndWithLittleWaiting(bus, ended);

      bus.awaitGuests(0);
      assertThat(bus.server().waitingBytes()).isZero();
      bus.othersStillTalk();
    }
  }

  @Test
  void manyQuestionsThatAreHereAtOnceAreNotAllAnsweredAtOnce() throws Exception {
    Duration quiet = Duration.ofSeconds(2);
    try (var bus = setup().pinging(quiet, quiet).start();
        RawWebSocket greedy = silentPeer(bus)) {
      letTheKernelGiveRoomTo(greedy);
      var hubGoesOn = new CountDownLatch(1);
      bus.server().hub().execute(() -> awaitQuietly(hubGoesOn));
      var sent = new AtomicInteger();
      CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> askForever(greedy, sent));
      await().until(() -> sent.get() >= ENOUGH_TO_OVERFLOW);
      hubGoesOn.countDown();

      awaitEndWithLittleWaiting(bus, ended);
    }
  }

  @Test
  @Timeout(60)
  void itIsCutOffAtTwiceTheBacklogOfAPeer() throws Exception {
    try (var bus = setup().withBacklog(MIB / 8, 16 * MIB).start();
        RawWebSocket greedy = silentPeer(bus)) {
      askForever(greedy, new AtomicInteger());
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

  private static void awaitEndWithLittleWaiting(TestServer bus, CompletableFuture<Void> ended) {
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              assertThat(bus.server().waitingBytes()).isLessThan(4 * MIB);
              return ended.isDone();
            });
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private RawWebSocket silentPeer(TestServer bus) throws IOException {
    var peer = RawWebSocket.upgrade(smallWindow(bus.port()), "/");
    peer.call(Wire.initialize("agent:greedy"));
    return peer;
  }

  /** What is read fast gets a large window: room for questions that wait to be read at once. */
  private static void letTheKernelGiveRoomTo(RawWebSocket peer) throws IOException {
    String padding = "x".repeat(900 * 1024);
    for (int i = 0; i < 40; i++) {
      peer.call(Wire.request(i, "ping", "{\"padding\":\"" + padding + "\"}"));
    }
  }

  /** Returns when the bus has ended the connection. */
  private static void askForever(RawWebSocket peer, AtomicInteger sent) {
    var questions = new ByteArrayOutputStream();
    for (int i = 0; i < 100; i++) {
      questions.writeBytes(RawFrame.text(Wire.request(i, "getMetrics", "{}")).bytes());
    }
    try {
      while (true) {
        peer.sendBytes(questions.toByteArray());
        sent.incrementAndGet();
      }
    } catch (IOException closed) {
      // What this was waiting for.
    }
  }
}
