package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.testkit.RawFrame;
import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** While the log is behind, the bus stops reading from senders, and from nobody else. */
class LogPressureTest {
  private final PressedActivity log = new PressedActivity();

  @AutoClose
  private final TestServer bus =
      new Setup().telling(log).pinging(Duration.ofMillis(150), Duration.ofMillis(500)).start();

  @Test
  void sendersWaitAndGoOnWhenThePressureIsGone() throws IOException {
    try (RawWebSocket worker = bus.rawPeer("agent:worker");
        WirePeer listener = bus.peer("agent:listener");
        RawWebSocket sender = bus.rawPeer("tg:1")) {
      log.overfull = true;
      sender.sendText(Wire.send(1, "tg:1", "agent:worker", "the last one that is read"));
      JsonNode call = Wire.read(worker.receiveText());
      sender.sendText(Wire.send(2, "tg:1", "agent:listener", "not yet"));

      // Answers flow, into the paused sender too, and who has sent nothing is not paused.
      worker.sendText(Wire.answer(call, Wire.OK_ACK));
      assertThat(sender.receiveText()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\"");
      assertThat(listener.calls("ping", "{}").answer().has("result")).isTrue();

      // Longer than the bus would bear with a silent peer: a paused one is not silent by choice.
      sender.waiting(Duration.ofMillis(1_100));
      assertThatThrownBy(sender::receive).isInstanceOf(SocketTimeoutException.class);
      assertThat(listener.received).isEmpty();

      log.overfull = false;
      sender.waiting(Duration.ofSeconds(10));
      assertThat(sender.receiveText()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\"");
      assertThat(listener.received).containsExactly("not yet");
    }
    bus.othersStillTalk();
  }

  @Test
  void onlyPeersThatSentMuchWaitForALogThatIsBehind() throws IOException {
    try (RawWebSocket flooder = bus.rawPeer("tg:1");
        RawWebSocket modest = bus.rawPeer("tg:2")) {
      log.saturated = true;
      flooder.call(Wire.send(1, "tg:1", "nobody", "x".repeat(500_000)));
      flooder.sendText(Wire.send(2, "tg:1", "nobody", "not yet"));
      for (int i = 0; i < 20; i++) {
        assertThat(modest.call(Wire.send(i, "tg:2", "nobody", "hello"))).contains("accepted");
      }
      flooder.waiting(Duration.ofMillis(500));
      assertThatThrownBy(flooder::receive).isInstanceOf(SocketTimeoutException.class);

      log.saturated = false;
      flooder.waiting(Duration.ofSeconds(10));
      assertThat(flooder.receiveText()).contains("\"id\":2");
    }
  }

  @Test
  void messagesThatArriveTogetherWaitForALogThatIsBehind() throws IOException {
    int count = 500;
    try (RawWebSocket flooder = bus.rawPeer("tg:1")) {
      log.saturated = true;
      var together = new ArrayList<RawFrame>();
      for (int i = 0; i < count; i++) {
        together.add(RawFrame.text(Wire.send(i, "tg:1", "nobody", "hello")));
      }
      flooder.send(together);
      int answered = answers(flooder.waiting(Duration.ofMillis(100)), count);
      assertThat(answered).isBetween(1, count - 1);

      log.saturated = false;
      answered += answers(flooder.waiting(Duration.ofSeconds(10)), count - answered);
      assertThat(answered).isEqualTo(count);
    }
  }

  private static int answers(RawWebSocket peer, int most) throws IOException {
    for (int answers = 0; answers < most; answers++) {
      try {
        peer.receiveText();
      } catch (SocketTimeoutException silent) {
        return answers;
      }
    }
    return most;
  }

  @Test
  void aPeerThatVanishesWithManyOpenCallsIsForgottenThoughTheLogIsBehind() throws IOException {
    RawWebSocket peer = bus.rawPeer("tg:1");
    for (int i = 0; i < 100; i++) {
      peer.sendText(Wire.send(i, "tg:1", "tg:1", "never answered"));
    }
    for (int i = 0; i < 100; i++) {
      peer.receiveText();
    }
    log.saturated = true;
    peer.reset();
    bus.awaitGuests(0);
    bus.othersStillTalk();
  }

  @Test
  void aPausedSenderThatVanishesIsForgotten() throws IOException {
    log.overfull = true;
    RawWebSocket sender = bus.rawPeer("tg:1");
    sender.call(Wire.send(1, "tg:1", "nobody", "hello"));
    sender.reset();
    log.overfull = false;
    bus.awaitGuests(0);
    bus.othersStillTalk();
  }
}
