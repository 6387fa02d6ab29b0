package bub.client.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** Daemon threads that all WebSockets of this process share. */
final class EventLoops {
  // Two threads serve thousands of links, because they only split texts and pass them on.
  private static final int THREADS = 2;
  private static final EventLoopGroup SHARED =
      new MultiThreadIoEventLoopGroup(
          THREADS, new DefaultThreadFactory("bub-client", true), NioIoHandler.newFactory());

  private EventLoops() {}

  static EventLoopGroup shared() {
    return SHARED;
  }
}
