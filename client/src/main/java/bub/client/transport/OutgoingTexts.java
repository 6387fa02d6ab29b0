package bub.client.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Queue of outgoing texts with one flush per run of the event loop. Safe for any thread. */
final class OutgoingTexts {
  private final Channel channel;
  private final ConcurrentLinkedQueue<ByteBuf> texts = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean drainIsDue = new AtomicBoolean();
  private final AtomicLong waitingBytes = new AtomicLong();

  OutgoingTexts(Channel channel) {
    this.channel = channel;
  }

  /** Adds a text; false when so much waits that the other side counts as dead. */
  boolean offer(byte[] buffer, int offset, int length) {
    if (waitingBytes.addAndGet(length) > FrameLimits.HOPELESS) {
      waitingBytes.addAndGet(-length);
      return false;
    }
    texts.add(channel.alloc().buffer(length).writeBytes(buffer, offset, length));
    if (drainIsDue.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::drain);
    }
    return true;
  }

  /** Writes the waiting texts. Event loop only. */
  void drain() {
    // Reset first: a text that arrives during the loop gets its own drain.
    drainIsDue.set(false);
    boolean wrote = false;
    for (ByteBuf text = texts.poll(); text != null; text = texts.poll()) {
      int length = text.readableBytes();
      var written = channel.write(new TextWebSocketFrame(text));
      written.addListener(_ -> waitingBytes.addAndGet(-length));
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
  }

  long waitingBytes() {
    return waitingBytes.get();
  }
}
