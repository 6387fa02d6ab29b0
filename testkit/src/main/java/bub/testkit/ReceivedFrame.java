package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** One frame from a server. */
public final class ReceivedFrame {
  private final int opcode;
  private final byte[] body;

  ReceivedFrame(int opcode, byte[] body) {
    this.opcode = opcode;
    this.body = body;
  }

  public int opcode() {
    return opcode;
  }

  public byte[] body() {
    return body.clone();
  }

  public String text() {
    return new String(body, UTF_8);
  }

  public boolean isClose() {
    return opcode == RawFrame.CLOSE;
  }

  /** Returns the code of a close frame; 1005 when it has none. */
  public int closeCode() {
    if (!isClose()) {
      throw new AssertionError("not a close frame: opcode " + opcode + " " + text());
    }
    return body.length < 2 ? 1005 : (body[0] & 0xFF) * 256 + (body[1] & 0xFF);
  }

  public String closeReason() {
    return body.length < 2 ? "" : new String(Arrays.copyOfRange(body, 2, body.length), UTF_8);
  }
}
