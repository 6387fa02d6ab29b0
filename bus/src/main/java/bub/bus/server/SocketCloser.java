package bub.bus.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/** Ends sockets in the ways that differ with TLS, which has a farewell of its own. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close to be done
final class SocketCloser {
  private SocketCloser() {}

  /** At once, with all that still waits to be written. */
  static void now(Channel channel) {
    ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
    if (tls == null) {
      channel.close();
    } else {
      // Past the handler, which would keep everything until its farewell is read.
      tls.close();
    }
  }

  /** Nothing more is said on this side, but the other one is still heard. */
  static void halfway(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      ((DuplexChannel) channel).shutdownOutput();
    } else {
      tls.closeOutbound().addListener(_ -> ((DuplexChannel) channel).shutdownOutput());
    }
  }
}
