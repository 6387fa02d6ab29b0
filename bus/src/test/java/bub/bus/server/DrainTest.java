package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.bus.server.WirePeer.Sent;
import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A bus that shuts down finishes deliveries in progress, up to a time limit, and closes its
 * connections properly.
 */
class DrainTest {

  @Test
  void finishesWhatIsInFlightAndTakesNothingNew() throws Exception {
    try (var bus = TestServer.start();
        RawWebSocket worker = bus.rawPeer("agent:worker");
        RawWebSocket stranger = bus.raw();
        WirePeer sender = bus.peer("tg:1")) {
      Sent begun = sender.sends("agent:worker", "hello");
      JsonNode call = Wire.read(worker.receiveText());

      CompletableFuture<Void> drained = startDraining(bus);
      await().until(() -> sender.sends("nobody", "too late?").errorCode() == -32013);
      assertThatThrownBy(() -> RawSocket.to(bus.port())).isInstanceOf(ConnectException.class);
      assertThat(Wire.errorCode(stranger.call(Wire.initialize("tg:2")))).isEqualTo(-32013);
      assertThat(sender.calls("ping", "{}").answer().has("result")).isTrue();
      assertThat(drained).isNotDone();

      worker.sendText(Wire.answer(call, Wire.OK_ACK));

      assertThat(begun.ack().success()).isTrue();
      drained.get(60, TimeUnit.SECONDS);
      assertThat(sender.closeCode()).isEqualTo(1001);
      assertThat(worker.receiveClose().closeCode()).isEqualTo(1001);
      assertThat(stranger.receiveClose().closeReason()).contains("shutting down");
    }
  }

  @Test
  void givesUpWhenItsTimeIsOver() throws Exception {
    try (var bus = new Setup().drainingFor(Duration.ofMillis(300)).start();
        RawWebSocket worker = bus.rawPeer("agent:worker");
        WirePeer sender = bus.peer("tg:1")) {
      sender.sends("agent:worker", "hello");
      worker.receiveText();

      startDraining(bus).get(60, TimeUnit.SECONDS);

      assertThat(worker.receiveClose().closeCode()).isEqualTo(1001);
      assertThat(sender.closeCode()).isEqualTo(1001);
    }
  }

  @Test
  void doesNotWaitWhenNothingIsInFlight() throws Exception {
    try (var bus = new Setup().drainingFor(Duration.ofHours(1)).start();
        WirePeer peer = bus.peer("tg:1")) {
      startDraining(bus).get(60, TimeUnit.SECONDS);
      assertThat(peer.closeCode()).isEqualTo(1001);
    }
  }

  @Test
  void aPeerThatDoesNotSayGoodbyeIsNotWaitedFor() throws Exception {
    try (var bus = new Setup().withTimeout(Duration.ofMillis(200)).start();
        RawWebSocket rude = bus.rawPeer("agent:rude")) {
      startDraining(bus).get(60, TimeUnit.SECONDS);
      assertThat(rude.receive().closeCode()).isEqualTo(1001);
      await().until(() -> bus.server().connections() == 0);
    }
  }

  @Test
  void freesItsPortAtOnce() throws IOException, InterruptedException {
    int port;
    try (var bus = TestServer.start()) {
      port = bus.port();
    }
    assertThatThrownBy(() -> RawSocket.to(port)).isInstanceOf(ConnectException.class);
  }

  private static CompletableFuture<Void> startDraining(TestServer bus) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            bus.server().drain();
          } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
          }
        });
  }
}
