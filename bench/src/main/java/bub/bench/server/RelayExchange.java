package bub.bench.server;

import bub.bench.wire.FrameWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Connections of the relay, and the channels that wait for the flush of this tick. */
final class RelayExchange {
  private final EventLoop loop;
  private final Map<Integer, Line> lines = new HashMap<>();
  private final List<Line> dirty = new ArrayList<>();

  RelayExchange(EventLoop loop) {
    this.loop = loop;
  }

  void join(int name, Channel channel) {
    lines.put(name, new Line(channel));
  }

  void forward(int to, ByteBuf payload) {
    Line line = lines.get(to);
    if (line == null) {
      throw new IllegalStateException("unknown recipient: " + to);
    }
    var _ = line.channel.write(framed(line.channel, payload), line.channel.voidPromise());
    if (!line.waiting) {
      line.waiting = true;
      dirty.add(line);
      if (dirty.size() == 1) {
        // Tasks run after all sockets of this tick were read: one flush per socket.
        loop.execute(this::flush);
      }
    }
  }

  private void flush() {
    for (Line line : dirty) {
      line.waiting = false;
      line.channel.flush();
    }
    dirty.clear();
  }

  /** Copies into one buffer, because a second buffer would cost more than the copy. */
  private static ByteBuf framed(Channel channel, ByteBuf payload) {
    int length = payload.readableBytes();
    ByteBuf frame = channel.alloc().ioBuffer(length + 4);
    frame.writeByte(0x80 | FrameWriter.BINARY);
    if (length < 126) {
      frame.writeByte(length);
    } else {
      frame.writeByte(126).writeShort(length);
    }
    return frame.writeBytes(payload, payload.readerIndex(), length);
  }

  private static final class Line {
    private final Channel channel;
    private boolean waiting;

    Line(Channel channel) {
      this.channel = channel;
    }
  }
}
