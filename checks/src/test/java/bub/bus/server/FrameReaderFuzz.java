package bub.bus.server;

import bub.bus.dialect.UnauthenticatedPeer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Jazzer target: for any bytes in any pieces, the reader throws nothing, returns no message above
 * the limit, and stays silent after a violation.
 */
public final class FrameReaderFuzz {
  private static final int MAX_MESSAGE = 4_096;

  private FrameReaderFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    List<String> whole = read(input, input.length);
    int piece = input.length == 0 ? 1 : 1 + (input[0] & 0x0F);
    List<String> inPieces = read(input, piece);
    if (!whole.equals(inPieces)) {
      throw new IllegalStateException(whole + " in one piece, but in pieces " + inPieces);
    }
  }

  private static List<String> read(byte[] input, int piece) {
    var heard = new Heard();
    var reader = new FrameReader(MAX_MESSAGE, UnauthenticatedPeer.local("fuzz").account(), heard);
    for (int at = 0; at < input.length; at += piece) {
      ByteBuf bytes = Unpooled.wrappedBuffer(input, at, Math.min(piece, input.length - at));
      reader.read(bytes);
      bytes.release();
    }
    return heard.events;
  }

  /** Records the callbacks of the reader. */
  private static final class Heard implements FrameReader.Listener {
    final List<String> events = new ArrayList<>();
    private boolean violated;

    private void note(String event) {
      if (violated) {
        throw new IllegalStateException("after a violation: " + event);
      }
      events.add(event);
    }

    @Override
    public void onMessage(boolean text, byte[] message) {
      if (message.length > MAX_MESSAGE) {
        throw new IllegalStateException("a message of " + message.length);
      }
      note("message " + text + " " + Arrays.hashCode(message));
    }

    @Override
    public void onPing(byte[] body) {
      note("ping " + body.length);
    }

    @Override
    public void onPong() {
      note("pong");
    }

    @Override
    public void onClose(byte[] body) {
      note("close " + body.length);
    }

    @Override
    public void onViolation(int closeCode, String problem) {
      note("violation " + closeCode);
      violated = true;
    }
  }
}
