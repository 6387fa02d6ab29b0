package bub.client.scripted;

import bub.jsonrpc.Link;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Server end of one WebSocket, in its simplest form. */
final class ServerLink extends SimpleChannelInboundHandler<WebSocketFrame> implements Link {
  private final Channel channel;
  private final List<Integer> closeCodes;
  private @Nullable Receiver receiver;
  private String reason = "broken";

  ServerLink(Channel channel, List<Integer> closeCodes) {
    this.channel = channel;
    this.closeCodes = closeCodes;
  }

  @Override
  public void open(Receiver owner) {
    receiver = owner;
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    var text = Unpooled.copiedBuffer(buffer, offset, length);
    var _ = channel.writeAndFlush(new TextWebSocketFrame(text));
    return channel.isActive();
  }

  @Override
  public boolean isCongested() {
    return false;
  }

  @Override
  public void close(int code, String why) {
    var _ = channel.writeAndFlush(new CloseWebSocketFrame(code, why));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    if (frame instanceof CloseWebSocketFrame close) {
      closeCodes.add(close.statusCode());
      reason = close.reasonText();
      context.writeAndFlush(close.retain()).addListener(ChannelFutureListener.CLOSE);
    } else if (frame instanceof TextWebSocketFrame && receiver != null) {
      receiver.onText(ByteBufUtil.getBytes(frame.content()));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (receiver != null) {
      receiver.onClosed(NO_CODE, reason);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    reason = String.valueOf(cause.getMessage());
    var _ = context.close();
  }
}
