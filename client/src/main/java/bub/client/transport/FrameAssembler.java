package bub.client.transport;

import bub.jsonrpc.Link;
import bub.jsonrpc.Link.Receiver;
import bub.protocol.CloseCodes;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameEncoder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Assembler of incoming frames into texts for the owner of the link. Event loop only. */
final class FrameAssembler extends SimpleChannelInboundHandler<WebSocketFrame> {
  private static final int NO_STATUS = 1005;

  static final class HungUp extends IOException {
    private static final long serialVersionUID = 1L;

    HungUp() {
      super("the server closed the connection during the handshake");
    }
  }

  private final CompletableFuture<@Nullable Void> upgraded = new CompletableFuture<>();
  // Texts that came before the link has a receiver.
  private final Queue<byte[]> early = new ArrayDeque<>();
  private @Nullable Receiver receiver;
  private @Nullable String closeReason;
  private int closeCode = Link.NO_CODE;
  private boolean closed;

  /** Completes when the WebSocket is up, or exceptionally when it failed. */
  CompletableFuture<@Nullable Void> upgraded() {
    return upgraded;
  }

  void open(Receiver owner) {
    receiver = owner;
    for (byte[] text = early.poll(); text != null; text = early.poll()) {
      owner.onText(text);
    }
    if (closed) {
      tellClosed(owner);
    }
  }

  /** The first reason counts. */
  void note(int code, String reason) {
    if (closeReason == null) {
      closeCode = code;
      closeReason = reason;
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ClientHandshakeStateEvent.HANDSHAKE_TIMEOUT) {
      upgraded.completeExceptionally(new TimeoutException());
    } else if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
      // Netty puts the decoder before the encoder, so its close frames would not be encoded.
      var pipeline = context.pipeline();
      pipeline.remove(WebSocketFrameEncoder.class);
      pipeline.addBefore("ws-decoder", "ws-encoder", new WebSocket13FrameEncoder(true));
      // Read nothing until the owner has opened the link.
      context.channel().config().setAutoRead(false);
      upgraded.complete(null);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    switch (frame) {
      case TextWebSocketFrame text -> take(ByteBufUtil.getBytes(text.content()));
      case PongWebSocketFrame _ -> {} // the heartbeat has seen it
      case CloseWebSocketFrame close -> {
        int code = close.statusCode();
        note(code < 0 ? NO_STATUS : code, close.reasonText());
        context.writeAndFlush(close.retain()).addListener(ChannelFutureListener.CLOSE);
      }
      default -> end(context, CloseCodes.NOT_TEXT, "the bus sent a frame that is not text");
    }
  }

  private void take(byte[] text) {
    if (receiver == null) {
      early.add(text);
    } else {
      receiver.onText(text);
    }
  }

  private void end(ChannelHandlerContext context, int code, String reason) {
    note(code, reason);
    context
        .writeAndFlush(new CloseWebSocketFrame(code, reason))
        .addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (upgraded.completeExceptionally(cause)) {
      var _ = context.close();
      return;
    }
    switch (cause) {
      // The decoder itself answers a broken frame with a close code.
      case CorruptedWebSocketFrameException broken ->
          note(
              broken.closeStatus().code(), "the bus sent an invalid frame: " + broken.getMessage());
      case TooLongFrameException _ ->
          end(context, CloseCodes.TOO_BIG, "the bus sent more than " + FrameLimits.TEXT + " bytes");
      default -> {
        note(Link.NO_CODE, "the connection was lost: " + cause.getMessage());
        var _ = context.close();
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    upgraded.completeExceptionally(new HungUp());
    note(Link.NO_CODE, "the connection was lost");
    closed = true;
    if (receiver != null) {
      tellClosed(receiver);
    }
  }

  private void tellClosed(Receiver owner) {
    owner.onClosed(closeCode, closeReason == null ? "" : closeReason);
  }
}
