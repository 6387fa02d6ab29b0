package bub.channel.http;

import bub.client.transport.EventLoops;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** HTTP/1.1 server with limits for slow and greedy clients. Safe for any thread. */
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final int SMALLEST_READ = 512;
  private static final int FIRST_READ = 2 << 10;
  private static final int LARGEST_READ = 64 << 10;
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Answers requests. */
  public interface Handler {
    /** Runs on the event loop when the headers are complete, so it must not block. */
    void handle(HttpExchange exchange);

    /** Writes the refusal of something that is not a valid request; runs on the event loop. */
    HttpReply refuse(int status, String problem);
  }

  private final Handler handler;
  private final ConnectionGuard guard;
  private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
  private final Channel listener;
  private final Future<?> sweeper;

  private HttpServer(InetSocketAddress listen, HttpLimits limits, Handler handler)
      throws IOException {
    this.handler = handler;
    this.guard = new ConnectionGuard(limits, System::nanoTime);
    this.listener = bind(listen);
    this.sweeper =
        listener.eventLoop().scheduleWithFixedDelay(guard::closeOverdue, 1, 1, TimeUnit.SECONDS);
  }

  /** Throws {@link BindException} when the port is taken. */
  public static HttpServer start(InetSocketAddress listen, HttpLimits limits, Handler handler)
      throws IOException {
    return new HttpServer(listen, limits, handler);
  }

  private Channel bind(InetSocketAddress listen) throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(EventLoops.shared())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            // A connection stops reading when more comes than it can use now.
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(SMALLEST_READ, FIRST_READ, LARGEST_READ)
                    .maxMessagesPerRead(1))
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    HttpConnection.accept(channel, guard, handler, connections);
                  }
                })
            .bind(listen)
            .awaitUninterruptibly();
    if (bound.isSuccess()) {
      return bound.channel();
    }
    if (bound.cause() instanceof IOException refused) {
      throw refused;
    }
    throw new IOException("cannot listen on " + listen + ": " + bound.cause(), bound.cause());
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  public int connections() {
    return guard.size();
  }

  /** Lets answers that are under way end, within a second. */
  @Override
  public void close() {
    sweeper.cancel(false);
    listener.close().awaitUninterruptibly();
    connections.forEach(HttpConnection::closeWhenIdle);
    long deadline = System.nanoTime() + GRACE.toNanos();
    for (HttpConnection connection : connections) {
      connection.awaitClosed(deadline - System.nanoTime());
      connection.close();
    }
  }
}
