package bub.bus.server;

import bub.jsonrpc.Link;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket connection as the hub sees it. Frames collect in one buffer until the flusher comes
 * by, so that many of them cost one write. Event loop only.
 */
final class WebSocketLink implements Link {
  private static final int BUFFER = 2 * 1024;
  private static final int WRITE_EARLY = 64 * 1024;
  private static final long PATIENCE_SECONDS = 5;

  private final Channel channel;
  private final Flusher flusher;
  private final ServerSettings settings;
  private @Nullable Receiver receiver;
  private @Nullable ByteBuf unwritten;
  private boolean queued;
  private boolean closing;
  private long waiting;

  WebSocketLink(Channel channel, Flusher flusher, ServerSettings settings) {
    this.channel = channel;
    this.flusher = flusher;
    this.settings = settings;
  }

  @Override
  public void open(Receiver receiver) {
    this.receiver = receiver;
  }

  /** Hands a text to the owner, unless the conversation is over. */
  void received(byte[] text) {
    if (receiver != null && !closing) {
      receiver.onText(text);
    }
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    return write(Frames.TEXT, buffer, offset, length);
  }

  boolean write(int opcode, byte[] body, int offset, int length) {
    if (closing || !channel.isActive()) {
      return false;
    }
    append(opcode, body, offset, length);
    if (!queued) {
      queued = true;
      flusher.add(this);
    }
    if (pendingBytes() > 2 * settings.maxBacklogPerPeer()) {
      // Answers may pass the first limit, but a peer that never reads must not cost memory for
      // ever.
      end(NO_CODE, "does not read what it is sent");
      channel.close();
    }
    return true;
  }

  private void append(int opcode, byte[] body, int offset, int length) {
    ByteBuf buffer = unwritten;
    if (buffer == null) {
      buffer = channel.alloc().ioBuffer(Math.max(BUFFER, length + Frames.MAX_HEADER));
      unwritten = buffer;
    }
    Frames.write(buffer, opcode, body, offset, length);
    if (buffer.readableBytes() > WRITE_EARLY) {
      writeOut();
    }
  }

  private void writeOut() {
    ByteBuf buffer = unwritten;
    if (buffer != null) {
      unwritten = null;
      channel.write(buffer, channel.voidPromise());
    }
  }

  /** Called by the flusher, once for all that was written since. */
  void flush() {
    queued = false;
    writeOut();
    channel.flush();
    refreshWaiting();
  }

  /** Tells the flusher what still waits for the socket; true when that has become less. */
  boolean refreshWaiting() {
    long now = pendingBytes();
    long before = waiting;
    flusher.waitingChanged(now - before);
    waiting = now;
    return now < before;
  }

  private long pendingBytes() {
    ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
    long written = outbound == null ? 0 : outbound.totalPendingWriteBytes();
    return unwritten == null ? written : written + unwritten.readableBytes();
  }

  @Override
  public boolean isCongested() {
    return pendingBytes() > settings.maxBacklogPerPeer()
        || flusher.waitingInAll() > settings.maxBacklogInAll();
  }

  @Override
  public void close(int code, String reason) {
    if (!closing && channel.isActive()) {
      sayClose(code, reason);
      // The other side answers with its own close; one that does not is not waited for long.
      channel.eventLoop().schedule(() -> channel.close(), PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Sends the last frame and ends the connection, without waiting for the other side. */
  void closeAtOnce(int code, String reason) {
    if (!closing) {
      sayClose(code, reason);
    }
    channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
  }

  private void sayClose(int code, String reason) {
    byte[] body = Frames.closeBody(code, reason);
    append(Frames.CLOSE, body, 0, body.length);
    writeOut();
    channel.flush();
    end(code, reason);
  }

  private void end(int code, String reason) {
    closing = true;
    // Not now: the owner may be in the middle of a call to us.
    channel.eventLoop().execute(() -> closed(code, reason));
  }

  /** The connection is over; the owner learns it once. */
  void closed(int code, String reason) {
    closing = true;
    flusher.waitingChanged(-waiting);
    waiting = 0;
    if (unwritten != null) {
      unwritten.release();
      unwritten = null;
    }
    Receiver owner = receiver;
    receiver = null;
    if (owner != null) {
      owner.onClosed(code, reason);
    }
  }

  boolean isClosing() {
    return closing;
  }
}
