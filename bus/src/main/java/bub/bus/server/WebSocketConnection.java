package bub.bus.server;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.WireSession;
import bub.bus.memory.MemoryAccount;
import bub.json.Utf8;
import bub.protocol.CloseCodes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** WebSocket connection from the upgrade to the close. Event loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // no code waits for the end of a close
final class WebSocketConnection extends ChannelInboundHandlerAdapter
    implements FrameReader.Listener, TurnScheduler.Waiting {
  private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnection.class);

  /** Time after which a closed connection is removed, even if the log is behind. */
  private static final long MOST_LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Channel channel;
  private final ServerLink link;
  private final WireSession session;
  private final ConnectionRegistry connections;
  private final Liveness liveness;
  private final FrameReader frames;
  private final MessageDeadline messageDeadline;
  private final PongLimiter pongs = new PongLimiter();
  private final AcceptedConnection connection;
  private final MemoryAccount account;
  private final BusLimits limits;
  private final LongSupplier nanoTime;
  private final LogShare logShare;
  private final TurnScheduler turns;
  private final DeferredReads deferred;
  private boolean pausedForTheLog;
  private boolean inLine;
  private boolean ended;
  private long endedAt;
  private long messagesSeen;

  WebSocketConnection(
      Channel channel,
      ServerLink link,
      WireSession session,
      Dialect dialect,
      Hub hub,
      ConnectionRegistry connections,
      ServerSettings settings,
      AcceptedConnection connection) {
    this.channel = channel;
    this.link = link;
    this.session = session;
    this.connections = connections;
    this.limits = hub.limits();
    this.nanoTime = hub.nanoTime();
    this.liveness = new Liveness(nanoTime, settings);
    this.connection = connection;
    this.account = connection.account();
    this.frames = new FrameReader(dialect.maxFirstMessage(limits), account, this);
    this.logShare = link.logShare();
    this.turns = connections.turns();
    this.deferred = new DeferredReads(account);
    this.messageDeadline = new MessageDeadline(settings.messageWithin().toNanos());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    connections.add(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object read) {
    var bytes = (ByteBuf) read;
    int count = bytes.readableBytes();
    turns.read();
    boolean mustWait = deferred.isBusyWith(count) && turns.isOver();
    if (mustWait || !deferred.isEmpty()) {
      deferred.add(bytes);
      return;
    }
    if (!inLine) {
      link.beginTurn();
    }
    try {
      raiseLimit(); // a cluster may have admitted the peer since the last message
      frames.read(bytes);
    } finally {
      bytes.release();
    }
  }

  @Override
  public void onMessage(boolean text, byte[] message) {
    if (text && !Utf8.isValid(message, 0, message.length)) {
      link.refuse(CloseCodes.INVALID_TEXT, "invalid UTF-8");
    } else if (text) {
      link.received(message);
      raiseLimit();
    } else {
      link.refuse(CloseCodes.NOT_TEXT, "only text frames are supported");
    }
  }

  private void raiseLimit() {
    if (account.isInitialized()) {
      frames.limit(limits.maxMessageBytes());
    }
  }

  @Override
  public void onPing(byte[] body) {
    if (pongs.mayAnswer(body, nanoTime.getAsLong())) {
      link.write(FrameFormat.PONG, body, 0, body.length);
    }
  }

  @Override
  public void onPong() {
    // Every read already counts as activity.
  }

  @Override
  public void onClose(byte[] body) {
    CloseFrame close = CloseFrame.read(body);
    link.answerClose(close.answerCode(), close.reason());
  }

  @Override
  public void onViolation(int closeCode, String problem) {
    link.refuse(closeCode, problem);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    long now = nanoTime.getAsLong();
    liveness.heard(now);
    afterTurn(now);
  }

  /** Puts a connection with more work into the queue behind the other busy ones. */
  private void afterTurn(long now) {
    messageDeadline.update(frames, now);
    pausedForTheLog |= mustWaitForTheLog();
    decideReading();
    if (link.isTurnOver() || !deferred.isEmpty()) {
      waitInLine();
    }
  }

  /** A complete message or answer adds work for the log. */
  private boolean mustWaitForTheLog() {
    boolean sent = session.hasSent();
    boolean completed = frames.messagesRead() != messagesSeen;
    messagesSeen = frames.messagesRead();
    return completed && logShare.isUsedUp() || sent && connections.isLogOverfull();
  }

  private void waitInLine() {
    if (!inLine) {
      inLine = true;
      turns.add(this);
    }
  }

  @Override
  public void takeTurn() {
    inLine = false;
    if (ended) {
      finishWithinLog();
      return;
    }
    link.beginTurn();
    raiseLimit();
    deferred.readWith(frames);
    link.resumeCalls();
    afterTurn(nanoTime.getAsLong());
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    resumeCalls();
  }

  private void resumeCalls() {
    if (session.hasWaitingCalls() && channel.isWritable()) {
      waitInLine();
    }
    decideReading();
  }

  private void decideReading() {
    // After our close frame, read and drop bytes: they may contain the other side's close.
    boolean takes = session.takesCalls() && !pausedForTheLog && deferred.isEmpty();
    boolean reads = link.isClosing() || takes;
    if (channel.config().isAutoRead() != reads) {
      channel.config().setAutoRead(reads);
    }
    // The work of others may have ended its turn, and only its next turn allows reading again.
    if (!reads && link.isTurnOver()) {
      waitInLine();
    }
  }

  /** Called about every quarter of a second. */
  void tick() {
    if (ended) {
      waitInLine();
      return;
    }
    session.tick();
    if (link.hasTaken() || pausedForTheLog) {
      liveness.heard(nanoTime.getAsLong());
    }
    logShare.tick();
    deferred.tick();
    pausedForTheLog &= logShare.isUsedUp() || connections.isLogOverfull();
    resumeCalls();
    if (!link.isClosing()) {
      answerPostponedPing();
      checkLiveness();
    }
  }

  private void answerPostponedPing() {
    byte[] body = pongs.takePostponed(nanoTime.getAsLong());
    if (body != null) {
      link.write(FrameFormat.PONG, body, 0, body.length);
    }
  }

  private void checkLiveness() {
    if (messageDeadline.hasPassed(nanoTime.getAsLong())) {
      link.cutOff(CloseCodes.REFUSED, "the message did not arrive in time");
      return;
    }
    switch (liveness.check()) {
      case ALIVE -> {}
      case QUIET -> onPingDue();
      case DEAD -> link.cutOff(CloseCodes.GOING_AWAY, "ping timeout");
    }
  }

  private void onPingDue() {
    link.write(FrameFormat.PING, new byte[0], 0, 0);
  }

  void goAway() {
    link.close(CloseCodes.GOING_AWAY, "the bus is shutting down");
  }

  /** After its TLS close message the peer waits for ours and reads nothing more. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslCloseCompletionEvent) {
      ctx.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended = true;
    endedAt = nanoTime.getAsLong();
    turns.read();
    // The cleanup of many connections that close at once must not delay the others.
    if (channel.eventLoop().isShuttingDown()) {
      finish();
    } else if (turns.isOver()) {
      waitInLine();
    } else {
      finishWithinLog();
    }
  }

  /** Waits while the log is behind: calls that end with their peer are logged, maybe many. */
  private void finishWithinLog() {
    boolean isLate = nanoTime.getAsLong() - endedAt > MOST_LATE_NANOS;
    if (isLate || account.isSmall() || !connections.isLogSaturated()) {
      finish();
    }
  }

  private void finish() {
    connections.remove(this);
    deferred.readWith(frames);
    frames.close();
    link.ended();
    connection.closed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
    if (thrown instanceof IOException || thrown.getCause() instanceof SSLException) {
      LOG.debug("Connection lost", thrown);
      ctx.close();
    } else {
      LOG.error("WebSocket connection failed", thrown);
      link.refuse(CloseCodes.INTERNAL_ERROR, "internal error");
    }
  }
}
