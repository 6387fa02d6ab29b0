package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawFrame;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames that violate RFC 6455 end the connection, each with its close code. */
class FrameViolationsTest {
  @AutoClose private final TestServer bus = TestServer.start();

  @AfterEach
  void othersAreUndisturbedAndNothingIsLeftBehind() {
    bus.othersStillTalk();
    bus.awaitGuests(0);
  }

  static Stream<Arguments> violations() {
    RawFrame hello = RawFrame.text("hello");
    RawFrame begun = hello.unfinished();
    byte[] long126 = new byte[126];
    return Stream.of(
        violation("must be masked", hello.unmasked()),
        violation("must be masked", RawFrame.ping("").unmasked()),
        violation("reserved", hello.withReserved(0x40)),
        violation("reserved", hello.withReserved(0x20)),
        violation("reserved", RawFrame.ping("x").withReserved(0x10)),
        violation("fragmented control", RawFrame.ping("x").unfinished()),
        violation("fragmented control", RawFrame.close(1000, "").unfinished()),
        violation("too long", RawFrame.of(RawFrame.PING, long126)),
        violation("too long", RawFrame.of(RawFrame.PONG, long126)),
        violation("too long", RawFrame.of(RawFrame.CLOSE, long126)),
        violation("continuation frame without a message", RawFrame.continuation("x")),
        violation("continuation frame without a message", RawFrame.continuation("x").unfinished()),
        violation(
            "continuation frame without a message",
            begun,
            RawFrame.continuation("!"),
            RawFrame.continuation("?")),
        violation("before the end", begun, hello),
        violation("before the end", begun, RawFrame.of(RawFrame.BINARY, long126)),
        violation("negative", hello.claiming(-1)),
        violation("negative", hello.claiming(Long.MIN_VALUE)));
  }

  private static Arguments violation(String problem, RawFrame... frames) {
    return Arguments.of(problem, List.of(frames));
  }

  @ParameterizedTest
  @MethodSource("violations")
  void closesWithAProtocolError(String problem, List<RawFrame> frames) throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:rude")) {
      peer.send(frames);
      assertClosed(peer, 1002, problem);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
  void closesOnAnOpcodeThatNobodyKnows(int opcode) throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:rude")) {
      peer.send(RawFrame.of(opcode, new byte[0]));
      assertClosed(peer, 1002, "opcode " + opcode);
    }
  }

  @Test
  void takesTextOnly() throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:rude")) {
      peer.send(RawFrame.of(RawFrame.BINARY, Wire.ping(1).getBytes(UTF_8)));
      assertClosed(peer, 1003, "text");
    }
  }

  @Test
  void hearsNothingThatFollowsAViolation() throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:rude")) {
      peer.send(
          List.of(
              RawFrame.text("hello").unmasked(),
              RawFrame.text(Wire.ping(7)),
              RawFrame.text(Wire.send(8, "agent:rude", "agent:ann", "boo"))));
      assertThat(peer.receive().closeCode()).isEqualTo(1002);
    }
  }

  @Test
  void letsAPeerThatGoesOnSendingReadWhyItIsRefused() throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:rude")) {
      peer.send(RawFrame.text("hello").unmasked());
      byte[] more = RawFrame.text("x".repeat(60_000)).bytes();
      for (int i = 0; i < 100; i++) {
        peer.sendBytes(more);
      }
      assertThat(peer.receive().closeCode()).isEqualTo(1002);
    }
  }

  @Test
  void waitsForARefusedPeerToGoOnlySoLong() throws IOException {
    try (var impatient = new Setup().withTimeout(Duration.ofMillis(200)).start();
        RawWebSocket peer = impatient.rawPeer("agent:rude")) {
      peer.send(RawFrame.text("hello").unmasked());
      assertThat(peer.receive().closeCode()).isEqualTo(1002);
      // It has not closed its side, and does not mean to.
      impatient.awaitGuests(0);
    }
  }

  @Test
  void survivesPeersThatVanishAnywhereInAFrame() throws IOException {
    byte[] frame = RawFrame.text(Wire.ping(1)).bytes();
    for (int length = 0; length < frame.length; length += 3) {
      RawWebSocket peer = bus.rawPeer("agent:ghost");
      peer.sendBytes(frame, 0, length);
      peer.reset();
    }
  }

  @Test
  void endsTheConnectionOfAPeerThatStopsSendingWithoutAClose() throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:curt")) {
      peer.finishSending();
      peer.awaitEnd();
    }
  }

  private static void assertClosed(RawWebSocket peer, int code, String reason) throws IOException {
    ReceivedFrame close = peer.receiveClose();
    assertThat(close.closeCode()).isEqualTo(code);
    assertThat(close.closeReason()).contains(reason);
    peer.awaitEnd();
  }
}
