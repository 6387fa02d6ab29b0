package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawFrame;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid messages arrive unchanged, however the network splits them. */
class FrameArrivalTest {
  @AutoClose private final TestServer bus = TestServer.start();

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void byteByByte() throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      for (byte b : RawFrame.text("slowly, ä byte at a time").bytes()) {
        peer.sendBytes(new byte[] {b});
      }
      assertThat(peer.receiveText()).isEqualTo("slowly, ä byte at a time");
    }
  }

  @Test
  void manyInOneSegment() throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      var frames = new ArrayList<RawFrame>();
      for (int i = 0; i < 1_000; i++) {
        frames.add(RawFrame.text("message " + i));
      }
      peer.send(frames);
      for (int i = 0; i < 1_000; i++) {
        assertThat(peer.receiveText()).isEqualTo("message " + i);
      }
    }
  }

  @Test
  void inFragmentsCutInsideACharacter() throws IOException {
    byte[] euro = "€".getBytes(UTF_8);
    try (RawWebSocket peer = bus.echo()) {
      peer.send(
          List.of(
              RawFrame.of(RawFrame.TEXT, new byte[] {euro[0]}).unfinished(),
              RawFrame.continuation("").unfinished(),
              RawFrame.of(RawFrame.CONTINUATION, new byte[] {euro[1]}).unfinished(),
              RawFrame.of(RawFrame.CONTINUATION, new byte[] {euro[2]})));
      assertThat(peer.receiveText()).isEqualTo("€");
    }
  }

  @Test
  void theEmptyMessage() throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      assertThat(peer.call("")).isEmpty();
      peer.send(List.of(RawFrame.text("").unfinished(), RawFrame.continuation("")));
      assertThat(peer.receiveText()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 125, 126, 127, 65_535, 65_536, 100_000})
  void atEveryEdgeOfTheLengthField(int length) throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      assertThat(peer.call("x".repeat(length))).isEqualTo("x".repeat(length));
    }
  }

  @Test
  void aPingIsAnsweredWithItsOwnBody() throws IOException {
    try (RawWebSocket peer = bus.raw()) {
      for (String body : new String[] {"", "are you there?", "x".repeat(125)}) {
        peer.send(RawFrame.ping(body));
        assertPong(peer.receive(), body);
      }
    }
  }

  @Test
  void aPingBetweenFragmentsIsAnsweredBeforeTheMessage() throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      peer.send(
          List.of(
              RawFrame.text("one ").unfinished(),
              RawFrame.ping("now"),
              RawFrame.continuation("two ").unfinished(),
              RawFrame.pong(new byte[] {1, 2, 3}),
              RawFrame.continuation("three")));
      assertPong(peer.receive(), "now");
      assertThat(peer.receiveText()).isEqualTo("one two three");
    }
  }

  @Test
  void aPongThatNobodyAskedForIsIgnored() throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:eager")) {
      peer.send(RawFrame.pong(new byte[0]));
      peer.send(RawFrame.pong(new byte[125]));
      assertThat(peer.call(Wire.ping(1))).contains("timestamp");
    }
  }

  static Stream<byte[]> notUtf8() {
    return Stream.of(
        bytes(0xFF),
        bytes('a', 0x80),
        bytes(0xC0, 0xAF),
        bytes(0xE2, 0x82),
        bytes(0xED, 0xA0, 0x80),
        bytes(0xF4, 0x90, 0x80, 0x80),
        bytes(0xF8, 0x88, 0x80, 0x80, 0x80));
  }

  @ParameterizedTest
  @MethodSource("notUtf8")
  void textThatIsNotUtf8ClosesTheConnection(byte[] text) throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:garbled")) {
      peer.send(RawFrame.of(RawFrame.TEXT, text));
      assertThat(peer.receive().closeCode()).isEqualTo(1007);
    }
  }

  @ParameterizedTest
  @MethodSource("notUtf8")
  void soDoesTextThatIsNotUtf8InFragments(byte[] text) throws IOException {
    try (RawWebSocket peer = bus.rawPeer("agent:garbled")) {
      peer.send(RawFrame.text("").unfinished());
      for (byte b : text) {
        peer.send(RawFrame.of(RawFrame.CONTINUATION, new byte[] {b}).unfinished());
      }
      peer.send(RawFrame.continuation(""));
      assertThat(peer.receive().closeCode()).isEqualTo(1007);
    }
  }

  private static void assertPong(ReceivedFrame frame, String body) {
    assertThat(frame.opcode()).isEqualTo(RawFrame.PONG);
    assertThat(frame.text()).isEqualTo(body);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
