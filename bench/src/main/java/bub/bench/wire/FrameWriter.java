package bub.bench.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** Masked client frames in one buffer, so that each event loop tick takes one system call. */
public final class FrameWriter {
  static final int TEXT = 0x1;
  public static final int BINARY = 0x2;
  static final int PONG = 0xA;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int FIN = 0x80;
  private static final int MASKED = 0x80;

  private final ChannelHandlerContext context;
  private final SplittableRandom masks;
  private ByteBuf pending = Unpooled.EMPTY_BUFFER;

  FrameWriter(ChannelHandlerContext context, SplittableRandom masks) {
    this.context = context;
    this.masks = masks;
  }

  void frame(int opcode, PayloadBuffer payload) {
    frame(opcode, payload.bytes(), payload.length());
  }

  void frame(int opcode, byte[] payload, int length) {
    ByteBuf out = roomFor(length);
    out.writeByte(FIN | opcode);
    if (length < 126) {
      out.writeByte(MASKED | length);
    } else if (length <= 0xFFFF) {
      out.writeByte(MASKED | 126).writeShort(length);
    } else {
      out.writeByte(MASKED | 127).writeLong(length);
    }
    int mask = masks.nextInt();
    out.writeInt(mask);
    writeMasked(out, payload, length, mask);
  }

  void flush() {
    if (pending.isReadable()) {
      ByteBuf leaving = pending;
      pending = Unpooled.EMPTY_BUFFER;
      var _ = context.writeAndFlush(leaving, context.voidPromise());
    }
  }

  private ByteBuf roomFor(int length) {
    if (!pending.isReadable()) {
      pending = context.alloc().buffer(Math.max(4096, length + 14));
    }
    return pending.ensureWritable(length + 14);
  }

  private static void writeMasked(ByteBuf out, byte[] payload, int length, int mask) {
    long wide = ((long) mask << 32) | (mask & 0xFFFF_FFFFL);
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      out.writeLong((long) LONGS.get(payload, at) ^ wide);
    }
    for (; at < length; at++) {
      out.writeByte(payload[at] ^ (mask >>> (24 - 8 * (at & 3))));
    }
  }
}
