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

/**
 * One WebSocket connection as the hub sees it. Frames collect in one buffer until the flusher comes
 * by, so that many of them cost one write. Event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close to be done
final class ServerLink implements Link {
  private static final int BUFFER = 2 * 1024;
  private static final int WRITE_EARLY = 64 * 1024;

  /** A peer for which no more than this waits keeps up. */
  private static final int KEEPS_UP = 64 * 1024;

  /** Unread bytes past which the calls of a peer wait. */
  static final int BEHIND = 256 * 1024;

  /** Bytes that may be written because of this connection before it is another one's turn. */
  private static final int WORK_PER_TURN = 128 * 1024;

  /** Unread bytes past which a connection that has not completed initialize is closed. */
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

  /** Hands a text to the owner, unless the conversation is over. */
  void received(byte[] text) {
    if (receiver != null && !closing) {
      receiver.onText(text);
      logShare.add(text.length);
    }
  }

  // ---- write

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
      endReason = "does not read what it is sent";
      SocketCloser.now(channel);
    }
    return true;
  }

  /** Answers may pass the first limit, but a peer that never reads must not cost ever more. */
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
      // TLS counts what waits only once it is flushed, and calls must wait in time.
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

  /** Gives this connection a new share of work. */
  void beginTurn() {
    workAtTurn = flusher.work();
  }

  /** True when this connection has caused enough work for now: the others come first. */
  boolean isTurnOver() {
    return flusher.work() - workAtTurn > WORK_PER_TURN;
  }

  /** Lets the owner go on with calls that waited for the other side to read. */
  void resumeCalls() {
    if (receiver != null && !closing && !isBehind()) {
      receiver.onCaughtUp();
    }
  }

  // ---- close

  /** Says close and waits a while for the other side to say it too. */
  @Override
  public void close(int code, String reason) {
    if (pendingBytes() > KEEPS_UP) {
      cutOff(code, reason); // It would not read the reason, and what waits costs memory.
    } else if (!closing && channel.isActive()) {
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
      afterLastFrame(_ -> SocketCloser.halfway(channel));
      closeSoon();
    }
  }

  /** Ends a connection that nobody answers on: the last frame goes out if it can, now or never. */
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
      long nanos = settings.patience().toNanos();
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
    channel.config().setAutoRead(true); // also when it was paused: its close is to come
  }

  private void end(int code, String reason) {
    closing = true;
    // Not now: the owner may be in the middle of a call to us.
    channel.eventLoop().execute(() -> closed(code, reason));
  }

  /** The socket is closed: nothing waits for it any more, and the owner learns it. */
  void ended() {
    closed(endCode, endReason);
    flusher.waitingChanged(-waiting);
    account.release(MemoryKind.BACKLOG, waiting);
    waiting = 0;
  }

  /** The connection is over; the owner learns it once. */
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
