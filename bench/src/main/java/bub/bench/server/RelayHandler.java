package bub.bench.server;

import bub.bench.wire.RelayWire;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;

/** Handler that forwards frames to the recipient in their first four bytes. */
final class RelayHandler extends SimpleChannelInboundHandler<BinaryWebSocketFrame> {
  private final RelayExchange exchange;

  RelayHandler(RelayExchange exchange) {
    this.exchange = exchange;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, BinaryWebSocketFrame frame) {
    ByteBuf payload = frame.content();
    int at = payload.readerIndex();
    int to = payload.getInt(at + RelayWire.TO);
    int from = payload.getInt(at + RelayWire.FROM);
    if (to == from) {
      exchange.join(from, context.channel());
    }
    exchange.forward(to, payload);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    cause.printStackTrace();
    var _ = context.close();
  }
}
