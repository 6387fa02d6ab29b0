package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Writes whole, unmasked WebSocket frames, header and body in one buffer. */
final class Frames {
  private static final int FINAL = 0x80;
  static final int TEXT = 0x1;
  static final int BINARY = 0x2;
  static final int CLOSE = 0x8;
  static final int PING = 0x9;
  static final int PONG = 0xA;

  private static final int MAX_HEADER = 10;
  private static final int MAX_CONTROL_BODY = 125;

  private Frames() {}

  static ByteBuf frame(ByteBufAllocator allocator, int opcode, byte[] body, int offset, int length) {
    ByteBuf frame = allocator.ioBuffer(length + MAX_HEADER);
    frame.writeByte(FINAL | opcode);
    if (length < 126) {
      frame.writeByte(length);
    } else if (length < 0x10000) {
      frame.writeByte(126).writeShort(length);
    } else {
      frame.writeByte(127).writeLong(length);
    }
    return frame.writeBytes(body, offset, length);
  }

  static ByteBuf close(ByteBufAllocator allocator, int code, String reason) {
    byte[] text = reason.getBytes(UTF_8);
    int length = Math.min(text.length, MAX_CONTROL_BODY - 2);
    // Never cut a character in half: step back over its continuation bytes.
    while (length < text.length && (text[length] & 0xC0) == 0x80) {
      length--;
    }
    byte[] body = new byte[2 + length];
    body[0] = (byte) (code >> 8);
    body[1] = (byte) code;
    System.arraycopy(text, 0, body, 2, length);
    return frame(allocator, CLOSE, body, 0, body.length);
  }
}
