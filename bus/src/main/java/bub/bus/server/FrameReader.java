package bub.bus.server;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.protocol.CloseCodes;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a client's frames, which holds at most one message of the maximum size and charges
 * memory only for bytes that have arrived. Event loop only.
 */
final class FrameReader {

  /** Listener for frames and messages. After a violation there are no more calls. */
  interface Listener {
    void onMessage(boolean text, byte[] message);

    void onPing(byte[] body);

    void onPong();

    void onClose(byte[] body);

    void onViolation(int closeCode, String problem);
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int FIRST_ROOM = 256;
  private static final byte[] NOTHING = {};

  private final MemoryAccount account;
  private final Listener listener;
  private int maxMessage;

  private final byte[] header = new byte[FrameFormat.MAX_HEADER];
  private int headerLength;
  private int opcode;
  private boolean isFinal;
  private int bodyLength = -1;
  private int bodyRead;
  private int mask;

  // Message that collects the frames, and the position of the current frame in it.
  private byte[] message = NOTHING;
  private int messageLength;
  private int messageOpcode;
  private byte[] control = NOTHING;
  private boolean broken;
  private int charged;
  private long messagesRead;

  FrameReader(int maxMessage, MemoryAccount account, Listener listener) {
    this.maxMessage = maxMessage;
    this.account = account;
    this.listener = listener;
  }

  void limit(int newMaxMessage) {
    maxMessage = newMaxMessage;
  }

  boolean isInsideMessage() {
    return messageOpcode != 0 || headerLength > 0 || bodyLength >= 0;
  }

  long messagesRead() {
    return messagesRead;
  }

  void close() {
    broken = true;
    message = NOTHING;
    charge();
  }

  private void charge() {
    account.charge(MemoryKind.FRAMES, message.length - charged);
    charged = message.length;
  }

  void read(ByteBuf in) {
    while (!broken && in.isReadable()) {
      if (bodyLength < 0) {
        readHeader(in);
      } else {
        readBody(in);
      }
    }
  }

  private void readHeader(ByteBuf in) {
    while (headerLength < neededHeader()) {
      if (!in.isReadable()) {
        return;
      }
      header[headerLength++] = in.readByte();
    }
    begin();
    headerLength = 0;
    if (!broken && bodyLength == 0) {
      finishFrame();
    }
  }

  private int neededHeader() {
    if (headerLength < 2) {
      return 2;
    }
    int maskBytes = (header[1] & FrameFormat.MASKED) == 0 ? 0 : 4;
    return 2 + lengthBytes() + maskBytes;
  }

  private int lengthBytes() {
    return switch (header[1] & 0x7F) {
      case 126 -> 2;
      case 127 -> 8;
      default -> 0;
    };
  }

  private void begin() {
    opcode = header[0] & 0x0F;
    isFinal = (header[0] & FrameFormat.FINAL) != 0;
    long length = length();
    String problem = problemWith(length);
    if (problem != null) {
      violated(CloseCodes.PROTOCOL_ERROR, problem);
      return;
    }
    if (!isControl() && length > maxMessage - messageLength) {
      violated(CloseCodes.TOO_BIG, "the message is larger than " + maxMessage + " bytes");
      return;
    }
    bodyLength = (int) length;
    bodyRead = 0;
    int at = 2 + lengthBytes();
    mask =
        header[at] & 0xFF
            | (header[at + 1] & 0xFF) << 8
            | (header[at + 2] & 0xFF) << 16
            | (header[at + 3] & 0xFF) << 24;
    if (isControl()) {
      control = new byte[bodyLength];
    } else if (opcode != FrameFormat.CONTINUATION) {
      messageOpcode = opcode;
    }
  }

  private long length() {
    int bytes = lengthBytes();
    if (bytes == 0) {
      return header[1] & 0x7F;
    }
    long length = 0;
    for (int i = 0; i < bytes; i++) {
      length = length << 8 | header[2 + i] & 0xFF;
    }
    return length;
  }

  private @Nullable String problemWith(long length) {
    if ((header[0] & 0x70) != 0) {
      return "reserved bits are set";
    }
    if ((header[1] & FrameFormat.MASKED) == 0) {
      return "client frames must be masked";
    }
    if (length < 0) {
      return "negative frame length";
    }
    return switch (opcode) {
      case FrameFormat.CONTINUATION ->
          messageOpcode == 0 ? "continuation frame without a message" : null;
      case FrameFormat.TEXT, FrameFormat.BINARY ->
          messageOpcode != 0 ? "new message before the end of the previous one" : null;
      case FrameFormat.CLOSE, FrameFormat.PING, FrameFormat.PONG -> problemWithControl(length);
      default -> "unknown opcode " + opcode;
    };
  }

  private @Nullable String problemWithControl(long length) {
    if (!isFinal) {
      return "fragmented control frame";
    }
    return length > FrameFormat.MAX_CONTROL_BODY ? "control frame is too long" : null;
  }

  private boolean isControl() {
    return opcode >= FrameFormat.CLOSE;
  }

  private void readBody(ByteBuf in) {
    int count = Math.min(in.readableBytes(), bodyLength - bodyRead);
    byte[] target;
    int at;
    if (isControl()) {
      target = control;
      at = bodyRead;
    } else {
      target = room(count);
      at = messageLength;
      messageLength += count;
    }
    in.readBytes(target, at, count);
    unmask(target, at, count);
    bodyRead += count;
    if (bodyRead == bodyLength) {
      finishFrame();
    }
    if (message.length != charged) {
      charge();
    }
  }

  /** Grows by half, but not beyond the announced end, so that the final size is exact. */
  private byte[] room(int count) {
    int needed = messageLength + count;
    if (needed > message.length) {
      int expected = isFinal ? messageLength + bodyLength - bodyRead : maxMessage;
      int grown = Math.max(FIRST_ROOM, needed + needed / 2);
      message = Arrays.copyOf(message, Math.clamp(grown, needed, Math.max(needed, expected)));
    }
    return message;
  }

  /** Removes the client's mask, eight bytes at a time; a frame may arrive in several pieces. */
  private void unmask(byte[] bytes, int from, int count) {
    int rotated = Integer.rotateRight(mask, (bodyRead & 3) * 8);
    long wide = (rotated & 0xFFFFFFFFL) * 0x1_0000_0001L;
    int at = from;
    int end = from + count;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      LONGS.set(bytes, at, (long) LONGS.get(bytes, at) ^ wide);
    }
    for (int shift = 0; at < end; at++, shift += 8) {
      bytes[at] ^= (byte) (rotated >>> shift);
    }
  }

  private void finishFrame() {
    bodyLength = -1;
    switch (opcode) {
      case FrameFormat.PING -> listener.onPing(control);
      case FrameFormat.PONG -> listener.onPong();
      case FrameFormat.CLOSE -> listener.onClose(control);
      default -> {
        if (isFinal) {
          finishMessage();
        }
      }
    }
  }

  private void finishMessage() {
    byte[] whole =
        messageLength == message.length ? message : Arrays.copyOf(message, messageLength);
    boolean text = messageOpcode == FrameFormat.TEXT;
    messagesRead++;
    message = NOTHING;
    messageLength = 0;
    messageOpcode = 0;
    listener.onMessage(text, whole);
  }

  private void violated(int closeCode, String problem) {
    broken = true;
    listener.onViolation(closeCode, problem);
  }
}
