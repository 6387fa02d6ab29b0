package bub.client.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The daemon threads that every WebSocket of this process shares. */
final class EventLoops {
  // Texts are only cut and handed on there: two threads serve thousands of links.
  private static final int THREADS = 2;
  private static final EventLoopGroup SHARED =
      new MultiThreadIoEventLoopGroup(
          THREADS, new DefaultThreadFactory("bub-client", true), NioIoHandler.newFactory());

  private EventLoops() {}

  static EventLoopGroup shared() {
    return SHARED;
  }
}
