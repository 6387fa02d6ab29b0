package bub.cli.doctor;

import bub.bus.server.NativeSockets;

/** Reports the socket transport: native, which costs less, or the portable one. */
record SocketsCheck(NativeSockets sockets) implements Check {
  @Override
  public String name() {
    return "sockets";
  }

  @Override
  public Finding look() {
    return sockets.available()
        ? Finding.fine("native epoll")
        : Finding.caution(
            "no native epoll, so each message uses more CPU: " + sockets.problem(),
            "Mount java.io.tmpdir without noexec, so that bub can load its library");
  }
}
