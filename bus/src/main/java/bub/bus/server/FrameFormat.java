package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;

/** Format of WebSocket frames, with the writer of complete, unmasked frames. */
final class FrameFormat {
  static final int CONTINUATION = 0x0;
  static final int TEXT = 0x1;
  static final int BINARY = 0x2;
  static final int CLOSE = 0x8;
  static final int PING = 0x9;
  static final int PONG = 0xA;

  static final int FINAL = 0x80;
  static final int MASKED = 0x80;
  static final int MAX_HEADER = 14;
  static final int MAX_CONTROL_BODY = 125;

  private FrameFormat() {}

  static void write(ByteBuf out, int opcode, byte[] body, int offset, int length) {
    out.ensureWritable(length + MAX_HEADER);
    out.writeByte(FINAL | opcode);
    if (length < 126) {
      out.writeByte(length);
    } else if (length < 0x10000) {
      out.writeByte(126).writeShort(length);
    } else {
      out.writeByte(127).writeLong(length);
    }
    out.writeBytes(body, offset, length);
  }

  static byte[] closeBody(int code, String reason) {
    byte[] text = reason.getBytes(UTF_8);
    int length = Math.min(text.length, MAX_CONTROL_BODY - 2);
    // Do not cut a character in half: step back over its continuation bytes.
    while (length > 0 && length < text.length && (text[length] & 0xC0) == 0x80) {
      length--;
    }
    byte[] body = new byte[2 + length];
    body[0] = (byte) (code >> 8);
    body[1] = (byte) code;
    System.arraycopy(text, 0, body, 2, length);
    return body;
  }
}
