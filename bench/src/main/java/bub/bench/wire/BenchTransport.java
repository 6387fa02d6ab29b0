package bub.bench.wire;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** Fastest socket transport of this platform: native epoll, or else NIO. */
public record BenchTransport(
    IoHandlerFactory loops,
    Class<? extends SocketChannel> client,
    Class<? extends ServerChannel> server) {

  /** A bug that ends the main thread must also end the process and the servers. */
  private static final boolean DAEMON = true;

  public static BenchTransport best() {
    return Epoll.isAvailable()
        ? new BenchTransport(
            EpollIoHandler.newFactory(), EpollSocketChannel.class, EpollServerSocketChannel.class)
        : new BenchTransport(
            NioIoHandler.newFactory(), NioSocketChannel.class, NioServerSocketChannel.class);
  }

  public EventLoopGroup oneLoop() {
    return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("loop", DAEMON), loops);
  }
}
