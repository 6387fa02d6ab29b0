package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawFrame;
import bub.testkit.RawWebSocket;
import bub.testkit.ReceivedFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A message has at most 1 MiB, in any number of frames, and a false length costs nothing. */
class MessageSizeTest {
  private static final int MIB = 1024 * 1024;

  @AutoClose private final TestServer bus = TestServer.start();

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void takesExactlyTheLimit() throws IOException {
    String text = "x".repeat(MIB);
    try (RawWebSocket peer = bus.echo()) {
      assertThat(peer.call(text)).isEqualTo(text);
    }
  }

  @Test
  void carriesAMessageOfExactlyTheLimitToItsAddress() throws IOException {
    try (WirePeer receiver = bus.peer("agent:big");
        RawWebSocket sender = bus.rawPeer("tg:1")) {
      int around = Wire.send(1, "tg:1", "agent:big", "").length();
      String text = "x".repeat(MIB - around);
      assertThat(sender.call(Wire.send(1, "tg:1", "agent:big", text))).contains("\"success\":true");
      assertThat(receiver.received).containsExactly(text);
    }
  }

  @Test
  void refusesOneByteMoreInOneFrame() throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      peer.sendText("x".repeat(MIB + 1));
      assertTooBig(peer);
    }
  }

  @Test
  void refusesOneByteMoreInFragments() throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      peer.send(RawFrame.text("x".repeat(MIB)).unfinished());
      peer.send(RawFrame.ping("still there?"));
      assertThat(peer.receive().text()).isEqualTo("still there?");
      peer.send(RawFrame.continuation("x"));
      assertTooBig(peer);
    }
  }

  @Test
  void tellsAPeerThatSendsTenTimesTheLimitWithoutKeepingIt() throws IOException {
    try (RawWebSocket peer = bus.echo()) {
      peer.sendText("x".repeat(10 * MIB));
      assertTooBig(peer);
    }
  }

  @Test
  void refusesAbsurdLengthsAtOnce() throws IOException {
    for (long length : new long[] {MIB + 1, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE}) {
      try (RawWebSocket peer = bus.echo()) {
        peer.send(RawFrame.text("").claiming(length));
        assertTooBig(peer);
      }
    }
  }

  @Test
  void refusesAContinuationThatWouldOverflowTheCount() throws IOException {
    for (int before : new int[] {1, 1_000, MIB}) {
      try (RawWebSocket peer = bus.echo()) {
        peer.send(RawFrame.text("x".repeat(before)).unfinished());
        peer.send(RawFrame.continuation("").claiming(Long.MAX_VALUE));
        assertTooBig(peer);
      }
    }
  }

  @Test
  @Timeout(60)
  void putsAMillionFragmentsTogether() throws IOException {
    byte[] fragment = RawFrame.continuation("x").unfinished().bytes();
    var many = new ByteArrayOutputStream();
    for (int i = 0; i < 1_024; i++) {
      many.writeBytes(fragment);
    }
    try (RawWebSocket peer = bus.echo()) {
      peer.send(RawFrame.text("").unfinished());
      for (int i = 0; i < 1_024; i++) {
        peer.sendBytes(many.toByteArray());
      }
      peer.send(RawFrame.continuation(""));
      assertThat(peer.receiveText()).isEqualTo("x".repeat(MIB));
    }
  }

  @Test
  void putsNoLimitOnEmptyFragments() throws IOException {
    var frames = new ArrayList<RawFrame>(List.of(RawFrame.text("a").unfinished()));
    for (int i = 0; i < 10_000; i++) {
      frames.add(RawFrame.continuation("").unfinished());
    }
    frames.add(RawFrame.continuation("b"));
    try (RawWebSocket peer = bus.echo()) {
      peer.send(frames);
      assertThat(peer.receiveText()).isEqualTo("ab");
    }
  }

  private static void assertTooBig(RawWebSocket peer) throws IOException {
    ReceivedFrame close = peer.receive();
    assertThat(close.closeCode()).isEqualTo(1009);
    assertThat(close.closeReason()).contains("1048576");
  }
}
