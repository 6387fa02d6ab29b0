package bub.client.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.jsonrpc.Link;
import bub.protocol.CloseCodes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** One WebSocket to the bus. Sending is safe for any thread; texts arrive on the event loop. */
public final class WebSocketLink implements Link {
  private static final int MAX_REASON_BYTES = 123;
  private static final int FAREWELL_SECONDS = 1;

  private final Channel channel;
  private final FrameAssembler frames;
  private final OutgoingTexts outgoing;
  private final AtomicBoolean closing = new AtomicBoolean();

  WebSocketLink(Channel channel, FrameAssembler frames) {
    this.channel = channel;
    this.frames = frames;
    this.outgoing = new OutgoingTexts(channel);
  }

  @Override
  public void open(Receiver receiver) {
    channel
        .eventLoop()
        .execute(
            () -> {
              frames.open(receiver);
              channel.config().setAutoRead(true);
            });
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    if (closing.get() || !channel.isActive()) {
      return false;
    }
    boolean taken = outgoing.offer(buffer, offset, length);
    if (!taken) {
      close(CloseCodes.REFUSED, "the bus does not read fast enough");
    }
    return taken;
  }

  @Override
  public boolean isCongested() {
    return outgoing.waitingBytes() > FrameLimits.CONGESTED;
  }

  @Override
  public void close(int code, String reason) {
    if (closing.compareAndSet(false, true)) {
      channel.eventLoop().execute(() -> sayGoodbye(code, reason));
    }
  }

  private void sayGoodbye(int code, String reason) {
    frames.note(code, reason);
    outgoing.drain();
    var _ = channel.writeAndFlush(new CloseWebSocketFrame(code, fitting(reason)));
    // The bus closes first, after it has read the close frame; an early close could lose it.
    channel.config().setAutoRead(true);
    var _ =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  var _ = channel.close();
                },
                FAREWELL_SECONDS,
                TimeUnit.SECONDS);
  }

  /** Without a close frame, because the bus would not read one. */
  void abandon(String reason) {
    closing.set(true);
    frames.note(NO_CODE, reason);
    var _ = channel.close();
  }

  private static String fitting(String reason) {
    String text = reason;
    while (text.getBytes(UTF_8).length > MAX_REASON_BYTES) {
      text = text.substring(0, text.offsetByCodePoints(text.length(), -1));
    }
    return text;
  }

  /** Queue of outgoing texts with one flush per run of the event loop. Safe for any thread. */
  private static final class OutgoingTexts {
    private final Channel channel;
    private final ConcurrentLinkedQueue<ByteBuf> texts = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean drainIsDue = new AtomicBoolean();
    private final AtomicLong waitingBytes = new AtomicLong();

    OutgoingTexts(Channel channel) {
      this.channel = channel;
    }

    /** False when so much waits that the other side counts as dead. */
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

    /** Event loop only. */
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
}
