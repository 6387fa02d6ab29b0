package bub.bus.server;

import io.netty.channel.epoll.Epoll;

/** Availability of epoll for the sockets of the bus, for the diagnosis of a slow bus. */
public record NativeSockets(boolean available, String problem) {
  public static NativeSockets ofThisProcess() {
    Throwable cause = Epoll.unavailabilityCause();
    return cause == null
        ? new NativeSockets(true, "")
        : new NativeSockets(false, String.valueOf(cause.getMessage()));
  }
}
