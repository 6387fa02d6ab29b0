package bub.bus.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Puts fragments together into whole messages, never holding more than one message of the largest
 * size, however many fragments it comes in. Event loop only.
 */
final class MessageAssembler {
  private final int maxBytes;
  private byte @Nullable [] fragments;
  private int length;

  MessageAssembler(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** A message is longer than it may be. */
  static final class TooBig extends Exception {
    private static final long serialVersionUID = 1L;

    TooBig(int maxBytes) {
      super("a message has at most " + maxBytes + " bytes", null, false, false);
    }
  }

  /** The whole message that this fragment ends, or null while more must come. */
  byte @Nullable [] add(ByteBuf fragment, boolean last) throws TooBig {
    if (length + fragment.readableBytes() > maxBytes) {
      throw new TooBig(maxBytes);
    }
    if (last && fragments == null) {
      return ByteBufUtil.getBytes(fragment);
    }
    append(fragment);
    if (!last) {
      return null;
    }
    byte[] whole = Arrays.copyOf(buffer(0), length);
    fragments = null;
    length = 0;
    return whole;
  }

  private void append(ByteBuf fragment) {
    int more = fragment.readableBytes();
    fragment.getBytes(fragment.readerIndex(), buffer(more), length, more);
    length += more;
  }

  private byte[] buffer(int room) {
    byte[] current = fragments == null ? new byte[Math.max(room, 256)] : fragments;
    if (current.length < length + room) {
      current = Arrays.copyOf(current, Math.min(maxBytes, Math.max(current.length * 2, length + room)));
    }
    fragments = current;
    return current;
  }
}
