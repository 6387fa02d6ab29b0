package bub.client.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * Event loop that all connections of this process share, except those of the bus. A request that
 * arrives by HTTP and goes to the bus can then stay on one thread. Handlers must not block.
 */
public final class EventLoops {
  // Enough for thousands of connections, because they only split texts and pass them on. With one
  // thread, a request of a door never waits for another thread to wake up.
  private static final int THREADS = 1;

  /** Daemon threads. */
  private static final EventLoopGroup SHARED =
      new MultiThreadIoEventLoopGroup(
          THREADS, new DefaultThreadFactory("bub-client", true), NioIoHandler.newFactory());

  private EventLoops() {}

  public static EventLoopGroup shared() {
    return SHARED;
  }
}
