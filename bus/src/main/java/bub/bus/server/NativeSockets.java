package bub.bus.server;

import io.netty.channel.epoll.Epoll;

/**
 * Whether the bus drives its sockets by epoll, for whoever wants to know why it is slow.
 *
 * @param problem why it cannot; empty when it can
 */
public record NativeSockets(boolean available, String problem) {
  public static NativeSockets ofThisProcess() {
    Throwable cause = Epoll.unavailabilityCause();
    return cause == null
        ? new NativeSockets(true, "")
        : new NativeSockets(false, String.valueOf(cause.getMessage()));
  }
}
