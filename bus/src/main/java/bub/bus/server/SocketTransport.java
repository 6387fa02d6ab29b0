package bub.bus.server;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** Driver of the sockets: epoll on Linux, the JDK's selector elsewhere. */
record SocketTransport(IoHandlerFactory io, Class<? extends ServerChannel> serverChannel) {

  static SocketTransport best() {
    return Epoll.isAvailable()
        ? new SocketTransport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class)
        : new SocketTransport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
  }

  EventLoopGroup newGroup() {
    return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("bub-hub"), io);
  }
}
