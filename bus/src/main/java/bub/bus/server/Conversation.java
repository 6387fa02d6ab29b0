package bub.bus.server;

import bub.bus.dialect.Session;
import bub.json.Utf8;
import bub.protocol.CloseCodes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The frames of one WebSocket connection, from the upgrade to the end. Event loop only. */
final class Conversation extends SimpleChannelInboundHandler<WebSocketFrame> {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

  private final Channel channel;
  private final WebSocketLink link;
  private final Session session;
  private final Connections connections;
  private final Liveness liveness;
  private final MessageAssembler assembler;
  private final boolean takesBinary;
  private boolean pausedForTheLog;

  Conversation(
      Channel channel,
      WebSocketLink link,
      Session session,
      Connections connections,
      Liveness liveness,
      MessageAssembler assembler,
      boolean takesBinary) {
    this.channel = channel;
    this.link = link;
    this.session = session;
    this.connections = connections;
    this.liveness = liveness;
    this.assembler = assembler;
    this.takesBinary = takesBinary;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    connections.add(this);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
    switch (frame) {
      case PingWebSocketFrame ping -> answer(ping);
      case PongWebSocketFrame _ -> {}
      case CloseWebSocketFrame close -> end(ctx, close);
      case BinaryWebSocketFrame _ when !takesBinary ->
          link.closeAtOnce(CloseCodes.NOT_TEXT, "bub speaks text frames");
      default -> take(frame);
    }
  }

  private void take(WebSocketFrame frame) {
    byte[] message;
    try {
      message = assembler.add(frame.content(), frame.isFinalFragment());
    } catch (MessageAssembler.TooBig tooBig) {
      link.closeAtOnce(CloseCodes.TOO_BIG, String.valueOf(tooBig.getMessage()));
      return;
    }
    if (message == null) {
      return;
    }
    if (!takesBinary && !Utf8.isValid(message, 0, message.length)) {
      link.closeAtOnce(CloseCodes.INVALID_TEXT, "invalid UTF-8");
      return;
    }
    link.received(message);
  }

  private void answer(PingWebSocketFrame ping) {
    byte[] body = ByteBufUtil.getBytes(ping.content());
    link.write(Frames.PONG, body, 0, body.length);
  }

  private void end(ChannelHandlerContext ctx, CloseWebSocketFrame close) {
    if (link.isClosing()) {
      ctx.close();
      return;
    }
    String reason = close.reasonText();
    link.closed(reason.isEmpty() ? "closed by the peer" : "closed by the peer: " + reason);
    ByteBuf body = close.content();
    int code = body.readableBytes() >= 2 ? body.getUnsignedShort(body.readerIndex()) : CloseCodes.NORMAL;
    link.closeAtOnce(code, "");
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    liveness.heard();
    if (session.hasSent() && connections.isLogSaturated()) {
      pausedForTheLog = true;
      decideReading();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    // Who does not read its answers is not read either.
    decideReading();
  }

  private void decideReading() {
    channel.config().setAutoRead(channel.isWritable() && !pausedForTheLog);
  }

  /** Called about every quarter of a second. */
  void tick() {
    session.tick();
    if (link.refreshWaiting() || pausedForTheLog) {
      liveness.heard();
    }
    if (pausedForTheLog && !connections.isLogSaturated()) {
      pausedForTheLog = false;
      decideReading();
    }
    switch (liveness.check()) {
      case ALIVE -> {}
      case QUIET -> link.ping();
      case DEAD -> link.closeAtOnce(CloseCodes.GOING_AWAY, "no sign of life");
    }
  }

  void goAway() {
    link.close(CloseCodes.GOING_AWAY, "the bus is shutting down");
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    connections.remove(this);
    link.closed("connection lost");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
    switch (thrown) {
      case CorruptedWebSocketFrameException corrupt ->
          link.closeAtOnce(corrupt.closeStatus().code(), String.valueOf(corrupt.getMessage()));
      case IOException lost -> {
        LOG.debug("connection lost", lost);
        ctx.close();
      }
      default -> {
        LOG.error("a conversation failed", thrown);
        link.closeAtOnce(CloseCodes.INTERNAL_ERROR, "internal error");
      }
    }
  }
}
