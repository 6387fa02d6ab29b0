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
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close to be done
final class WebSocketLink implements Link {
  private static final int BUFFER = 2 * 1024;
  private static final int WRITE_EARLY = 64 * 1024;

  /** A peer for which no more than this waits keeps up. */
  private static final int KEEPS_UP = 64 * 1024;

  private final Channel channel;
  private final Flusher flusher;
  private final ServerSettings settings;
  private @Nullable Receiver receiver;
  private @Nullable ByteBuf unwritten;
  private boolean queued;
  private boolean closing;
  private boolean taken;
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

  // ---- write

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    return write(Frames.TEXT, buffer, offset, length);
  }

  boolean write(int opcode, byte[] body, int offset, int length) {
    if (closing || !channel.isActive()) {
      return false;
    }
    lookForProgress();
    append(opcode, body, offset, length);
    if (!queued) {
      queued = true;
      flusher.add(this);
    }
    count();
    flusher.written(length);
    if (isHopeless()) {
      end(NO_CODE, "does not read what it is sent");
      Hangup.now(channel);
    }
    return true;
  }

  /** Answers may pass the first limit, but a peer that never reads must not cost ever more. */
  private boolean isHopeless() {
    return waiting > 2 * settings.maxBacklogPerPeer()
        || flusher.isOverflowing() && waiting > KEEPS_UP;
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
      pauseInTime();
    }
  }

  /**
   * TLS counts what waits only once it is flushed, and tells of it only when it has read all there
   * is: too late for a peer that asks much and reads nothing.
   */
  private void pauseInTime() {
    channel.flush();
    if (!channel.isWritable()) {
      channel.config().setAutoRead(false);
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
    lookForProgress();
    writeOut();
    channel.flush();
    count();
  }

  // ---- what waits

  /** True when the other side has taken something of what waited since this was last asked. */
  boolean hasTaken() {
    lookForProgress();
    count();
    boolean before = taken;
    taken = false;
    return before;
  }

  /** Only what had to wait tells of life: the socket itself takes a little from anybody. */
  private void lookForProgress() {
    if (pendingBytes() < waiting) {
      taken = true;
    }
  }

  private void count() {
    long now = pendingBytes();
    flusher.waitingChanged(now - waiting);
    waiting = now;
  }

  private long pendingBytes() {
    ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
    long written =
        outbound == null ? 0 : outbound.totalPendingWriteBytes() - outbound.currentProgress();
    return unwritten == null ? written : written + unwritten.readableBytes();
  }

  @Override
  public boolean isCongested() {
    long own = pendingBytes();
    return own > settings.maxBacklogPerPeer()
        || flusher.isFull()
        || flusher.isTight() && own > KEEPS_UP;
  }

  // ---- close

  /** Says close and waits a while for the other side to say it too. */
  @Override
  public void close(int code, String reason) {
    if (!closing && channel.isActive()) {
      sayClose(code, reason);
      closeSoon();
    }
  }

  /** Both sides have said close: ends the connection as soon as ours is out. */
  void answerClose(int code, String reason) {
    if (!closing) {
      sayClose(code, reason);
    }
    afterLastFrame(ChannelFutureListener.CLOSE);
    closeSoon();
  }

  /**
   * Says close to a peer in the wrong. What it still sends is read and dropped for a while: to
   * close on unread bytes would reset the connection, and the peer might never read why.
   */
  void refuse(int code, String reason) {
    if (!closing) {
      sayClose(code, reason);
      afterLastFrame(_ -> Hangup.halfway(channel));
      closeSoon();
    }
  }

  /** Ends a connection that nobody answers on: the last frame goes out if it can, now or never. */
  void cutOff(int code, String reason) {
    if (!closing) {
      sayClose(code, reason);
    }
    Hangup.now(channel);
  }

  private void afterLastFrame(ChannelFutureListener action) {
    channel.writeAndFlush(channel.alloc().buffer(0)).addListener(action);
  }

  private void closeSoon() {
    if (channel.isActive()) {
      long nanos = settings.patience().toNanos();
      channel.eventLoop().schedule(() -> Hangup.now(channel), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void sayClose(int code, String reason) {
    byte[] body = Frames.closeBody(code, reason);
    append(Frames.CLOSE, body, 0, body.length);
    writeOut();
    channel.flush();
    channel.config().setAutoRead(true); // also when it was paused: its close is to come
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
