package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawFrame;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bus answers a close frame once, with the right code, and then closes the connection. */
class ClosingTest {
  @AutoClose private final TestServer bus = TestServer.start();

  @AfterEach
  void othersAreUndisturbedAndNothingIsLeftBehind() {
    bus.othersStillTalk();
    bus.awaitGuests(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 1001, 1002, 1003, 1007, 1011, 1014, 3000, 4001, 4999})
  void answersWithTheSameCode(int code) throws IOException {
    assertThat(answerTo(RawFrame.close(code, "bye"))).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535})
  void refusesCodesThatMayNotBeSent(int code) throws IOException {
    assertThat(answerTo(RawFrame.close(code, ""))).isEqualTo(1002);
  }

  @Test
  void answersACloseWithoutACode() throws IOException {
    assertThat(answerTo(RawFrame.of(RawFrame.CLOSE, new byte[0]))).isEqualTo(1000);
  }

  @Test
  void refusesHalfACode() throws IOException {
    assertThat(answerTo(RawFrame.of(RawFrame.CLOSE, new byte[] {3}))).isEqualTo(1002);
  }

  @Test
  void refusesAReasonThatIsNotText() throws IOException {
    assertThat(answerTo(RawFrame.close(1000, new byte[] {(byte) 0xC3, 0x28}))).isEqualTo(1007);
  }

  @Test
  void takesTheLongestReason() throws IOException {
    assertThat(answerTo(RawFrame.close(1000, "é".repeat(61) + "."))).isEqualTo(1000);
  }

  @Test
  void hearsNothingAfterAClose() throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:leaving")) {
      peer.send(
          List.of(
              RawFrame.close(1000, "bye"),
              RawFrame.text(Wire.ping(1)),
              RawFrame.ping("still there?"),
              RawFrame.close(1001, "bye again")));
      assertThat(peer.receive().closeCode()).isEqualTo(1000);
      peer.awaitEnd();
    }
  }

  @Test
  void closesInTheMiddleOfAFragmentedMessage() throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:leaving")) {
      peer.send(List.of(RawFrame.text("{").unfinished(), RawFrame.close(1000, "")));
      assertThat(peer.receive().closeCode()).isEqualTo(1000);
      peer.awaitEnd();
    }
  }

  @Test
  void theNewestOfTwoWithOneNameWinsAndTheOldOneLearnsWhy() throws IOException {
    try (RawWebSocket old = bus.rawPeer("agent:twin");
        WirePeer newer = bus.peer("agent:twin");
        WirePeer sender = bus.peer("agent:sender")) {
      ReceivedFrame close = old.receive();
      assertThat(close.closeCode()).isEqualTo(4001);
      assertThat(close.closeReason()).contains("replaced by a new connection of agent:twin");

      old.send(RawFrame.close(4001, ""));
      old.awaitEnd();

      assertThat(sender.sends("agent:twin", "which one?").ack().success()).isTrue();
      assertThat(newer.received).containsExactly("which one?");
    }
  }

  @Test
  void theJdksClientLearnsThatItWasReplaced() {
    try (WirePeer old = bus.peer("agent:twin");
        WirePeer newer = bus.peer("agent:twin")) {
      assertThat(old.closeCode()).isEqualTo(4001);
      assertThat(newer.calls("ping", "{}").answer().has("result")).isTrue();
    }
  }

  @Test
  void doesNotWaitForeverForTheReplacedToGo() throws IOException {
    try (var impatient = new Setup().withTimeout(Duration.ofMillis(200)).start();
        RawWebSocket old = impatient.rawPeer("agent:twin");
        WirePeer newer = impatient.peer("agent:twin")) {
      assertThat(old.receive().closeCode()).isEqualTo(4001);
      impatient.awaitGuests(1);
      assertThat(newer.calls("ping", "{}").answer().has("result")).isTrue();
    }
  }

  private int answerTo(RawFrame close) throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:leaving")) {
      peer.send(close);
      int code = peer.receive().closeCode();
      peer.awaitEnd();
      return code;
    }
  }
}
