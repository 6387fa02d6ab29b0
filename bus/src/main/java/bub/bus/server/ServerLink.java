package bub.bus.server;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.jsonrpc.Link;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** WebSocket connection as the hub sees it, with one write for many frames. Event loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // no code waits for the end of a close
final class ServerLink implements Link {
  private static final int BUFFER = 2 * 1024;
  private static final int WRITE_EARLY = 64 * 1024;

  /** Maximum waiting bytes of a peer that keeps up. */
  private static final int KEEPS_UP = 64 * 1024;

  /** Unread bytes above which the calls of a peer wait. */
  static final int BEHIND = 256 * 1024;

  /** Bytes that this connection may cause to be written before the turn of another one. */
  private static final int WORK_PER_TURN = 128 * 1024;

  /** Unread bytes above which a connection that has not completed initialize is closed. */
  private static final int MAX_UNREAD_BEFORE_INITIALIZE = 16 * 1024;

  private final Channel channel;
  private final Flusher flusher;
  private final ServerSettings settings;
  private final MemoryAccount account;
  private final LogShare logShare;
  private @Nullable Receiver receiver;
  private @Nullable ByteBuf unwritten;
  private boolean queued;
  private boolean closing;
  private int endCode = NO_CODE;
  private String endReason = "connection lost";
  private boolean taken;
  private long waiting;
  private long workAtTurn;

  ServerLink(
      Channel channel,
      Flusher flusher,
      ServerSettings settings,
      MemoryAccount account,
      LogShare logShare) {
    this.channel = channel;
    this.flusher = flusher;
    this.settings = settings;
    this.account = account;
    this.logShare = logShare;
  }

  @Override
  public void open(Receiver receiver) {
    this.receiver = receiver;
  }

  void received(byte[] text) {
    if (receiver != null && !closing) {
      receiver.onText(text);
      logShare.add(text.length);
    }
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    return write(FrameFormat.TEXT, buffer, offset, length);
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
      closing = true;
      endReason = "it did not read its messages";
      SocketCloser.now(channel);
    }
    return true;
  }

  /** Answers may exceed the first limit, but a peer that never reads must be closed. */
  private boolean isHopeless() {
    return waiting > 2 * settings.maxBacklogPerPeer()
        || waiting > MAX_UNREAD_BEFORE_INITIALIZE && !account.isInitialized()
        || flusher.isOverflowing() && waiting > KEEPS_UP;
  }

  private void append(int opcode, byte[] body, int offset, int length) {
    ByteBuf buffer = unwritten;
    if (buffer == null) {
      buffer = channel.alloc().ioBuffer(Math.max(BUFFER, length + FrameFormat.MAX_HEADER));
      unwritten = buffer;
    }
    FrameFormat.write(buffer, opcode, body, offset, length);
    if (buffer.readableBytes() > WRITE_EARLY) {
      writeOut();
      // Flush now: TLS counts waiting bytes only after a flush, and calls must wait in time.
      channel.flush();
    }
  }

  private void writeOut() {
    ByteBuf buffer = unwritten;
    if (buffer != null) {
      unwritten = null;
      channel.write(buffer, channel.voidPromise());
    }
  }

  void flush() {
    queued = false;
    lookForProgress();
    writeOut();
    channel.flush();
    count();
  }

  /** Returns true when the other side has read some of the waiting bytes since the last call. */
  boolean hasTaken() {
    lookForProgress();
    count();
    boolean before = taken;
    taken = false;
    return before;
  }

  /** Only bytes that had to wait prove that the peer is alive: any socket buffer accepts some. */
  private void lookForProgress() {
    taken |= pendingBytes() < waiting;
  }

  private void count() {
    long now = pendingBytes();
    if (now != waiting) {
      flusher.waitingChanged(now - waiting);
      account.charge(MemoryKind.BACKLOG, now - waiting);
      waiting = now;
    }
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
        || flusher.isTight() && own > KEEPS_UP
        || flusher.isOutOfMemory() && own > KEEPS_UP / 16;
  }

  @Override
  public boolean isBehind() {
    return isTurnOver() || logShare.isUsedUp() || pendingBytes() > BEHIND;
  }

  @Override
  public void worked(int bytes) {
    flusher.worked(bytes);
  }

  LogShare logShare() {
    return logShare;
  }

  void beginTurn() {
    workAtTurn = flusher.work();
  }

  boolean isTurnOver() {
    return flusher.work() - workAtTurn > WORK_PER_TURN;
  }

  void resumeCalls() {
    if (receiver != null && !closing && !isBehind()) {
      receiver.onCaughtUp();
    }
  }

  /** Sends a close frame and waits a limited time for the close frame of the other side. */
  @Override
  public void close(int code, String reason) {
    if (pendingBytes() > KEEPS_UP) {
      cutOff(code, reason); // It would not read the reason, and its waiting bytes cost memory.
    } else if (!closing && channel.isActive()) {
      sayClose(code, reason);
      closeSoon();
    }
  }

  /** Answers the close frame of the other side, and closes the socket once ours is sent. */
  void answerClose(int code, String reason) {
    if (!closing) {
      sayClose(code, reason);
    }
    afterLastFrame(ChannelFutureListener.CLOSE);
    closeSoon();
  }

  /**
   * Reads and drops further bytes for a while: closing with unread bytes would reset the
   * connection, and the peer might never read the reason.
   */
  void refuse(int code, String reason) {
    if (!closing) {
      sayClose(code, reason);
      afterLastFrame(_ -> SocketCloser.halfway(channel));
      closeSoon();
    }
  }

  /** Closes at once; the last frame is sent only if the socket accepts it now. */
  void cutOff(int code, String reason) {
    if (!closing) {
      writeClose(code, reason);
      closing = true;
      endCode = code;
      endReason = reason;
    }
    SocketCloser.now(channel);
  }

  private void afterLastFrame(ChannelFutureListener action) {
    channel.writeAndFlush(channel.alloc().buffer(0)).addListener(action);
  }

  private void closeSoon() {
    if (channel.isActive()) {
      long nanos = settings.timeout().toNanos();
      channel.eventLoop().schedule(() -> SocketCloser.now(channel), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void sayClose(int code, String reason) {
    writeClose(code, reason);
    end(code, reason);
  }

  private void writeClose(int code, String reason) {
    byte[] body = FrameFormat.closeBody(code, reason);
    append(FrameFormat.CLOSE, body, 0, body.length);
    writeOut();
    channel.flush();
    channel.config().setAutoRead(true); // even when paused, to receive its close frame
  }

  private void end(int code, String reason) {
    closing = true;
    // Run later, because the owner may be in the middle of a call to this link.
    channel.eventLoop().execute(() -> closed(code, reason));
  }

  /** Releases the waiting bytes after the socket has closed, and notifies the owner. */
  void ended() {
    closed(endCode, endReason);
    flusher.waitingChanged(-waiting);
    account.release(MemoryKind.BACKLOG, waiting);
    waiting = 0;
  }

  /** Notifies the owner once that the connection is closed. */
  void closed(int code, String reason) {
    closing = true;
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
