package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** One WebSocket frame, valid or not, written from RFC 6455 so that it does not repeat our code. */
public final class RawFrame {
  public static final int CONTINUATION = 0;
  public static final int TEXT = 1;
  public static final int BINARY = 2;
  public static final int CLOSE = 8;
  public static final int PING = 9;
  public static final int PONG = 10;

  private static final int FINAL = 128;
  private static final byte[] SOME_MASK = {0x37, (byte) 0xFA, 0x21, 0x3D};

  private final int firstByte;
  private final byte @Nullable [] mask;
  private final long claimedLength;
  private final byte[] body;

  private RawFrame(int firstByte, byte @Nullable [] mask, long claimedLength, byte[] body) {
    this.firstByte = firstByte;
    this.mask = mask;
    this.claimedLength = claimedLength;
    this.body = body;
  }

  public static RawFrame of(int opcode, byte[] body) {
    return new RawFrame(FINAL + opcode, SOME_MASK, body.length, body);
  }

  public static RawFrame text(String text) {
    return of(TEXT, text.getBytes(UTF_8));
  }

  public static RawFrame continuation(String text) {
    return of(CONTINUATION, text.getBytes(UTF_8));
  }

  public static RawFrame ping(String body) {
    return of(PING, body.getBytes(UTF_8));
  }

  public static RawFrame pong(byte[] body) {
    return of(PONG, body);
  }

  public static RawFrame close(int code, String reason) {
    return close(code, reason.getBytes(UTF_8));
  }

  public static RawFrame close(int code, byte[] reason) {
    var body = new ByteArrayOutputStream();
    body.write(code / 256);
    body.write(code % 256);
    body.writeBytes(reason);
    return of(CLOSE, body.toByteArray());
  }

  public RawFrame unfinished() {
    return new RawFrame(firstByte & ~FINAL, mask, claimedLength, body);
  }

  /** Returns the same frame with one or more of the bits 0x40, 0x20 and 0x10. */
  public RawFrame withReserved(int bits) {
    return new RawFrame(firstByte | bits, mask, claimedLength, body);
  }

  public RawFrame unmasked() {
    return new RawFrame(firstByte, null, claimedLength, body);
  }

  public RawFrame masked(byte[] mask) {
    return new RawFrame(firstByte, mask.clone(), claimedLength, body);
  }

  public RawFrame claiming(long length) {
    return new RawFrame(firstByte, mask, length, body);
  }

  public byte[] bytes() {
    var out = new ByteArrayOutputStream(body.length + 14);
    out.write(firstByte);
    int maskBit = mask == null ? 0 : 128;
    if (claimedLength >= 0 && claimedLength <= 125) {
      out.write(maskBit + (int) claimedLength);
    } else if (claimedLength >= 0 && claimedLength <= 65_535) {
      out.write(maskBit + 126);
      writeNumber(out, 2);
    } else {
      out.write(maskBit + 127);
      writeNumber(out, 8);
    }
    if (mask == null) {
      out.writeBytes(body);
    } else {
      out.writeBytes(mask);
      byte[] masked = new byte[body.length];
      for (int i = 0; i < body.length; i++) {
        masked[i] = (byte) (body[i] ^ mask[i % 4]);
      }
      out.writeBytes(masked);
    }
    return out.toByteArray();
  }

  private void writeNumber(ByteArrayOutputStream out, int bytes) {
    for (int i = bytes - 1; i >= 0; i--) {
      out.write((int) (claimedLength >> 8 * i));
    }
  }
}
