package bub.bus.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/** Close operations of sockets with and without TLS, which has its own close message. */
@SuppressWarnings("FutureReturnValueIgnored") // no code waits for the end of a close
final class SocketCloser {
  private SocketCloser() {}

  /** Closes at once and drops all unwritten bytes. */
  static void now(Channel channel) {
    ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
    if (tls == null) {
      channel.close();
    } else {
      // Bypass the handler, which would keep everything until the peer reads its close message.
      tls.close();
    }
  }

  /** Closes the output only, so that the other side can still send. */
  static void halfway(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      ((DuplexChannel) channel).shutdownOutput();
    } else {
      tls.closeOutbound().addListener(_ -> ((DuplexChannel) channel).shutdownOutput());
    }
  }
}
