package bub.gateway.a2a.net;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * End of the time for an exchange: it closes the socket. A timeout of each read is not enough,
 * because a server may send a byte now and then, or stop reading. Safe for any thread.
 */
final class SocketDeadline implements AutoCloseable {
  private final Socket socket;
  private final Duration limit;
  private final Thread guard;
  private volatile boolean hasPassed;

  private SocketDeadline(Socket socket, Duration limit) {
    this.socket = socket;
    this.limit = limit;
    this.guard = Thread.ofVirtual().name("outgoing-deadline").unstarted(this::await);
  }

  static SocketDeadline start(Socket socket, Duration limit) {
    var deadline = new SocketDeadline(socket, limit);
    deadline.guard.start();
    return deadline;
  }

  private void await() {
    try {
      Thread.sleep(limit);
      hasPassed = true;
      socket.close();
    } catch (InterruptedException inTime) {
      Thread.currentThread().interrupt();
    } catch (IOException closed) {
      // It is closed, which is all that counts.
    }
  }

  /** Says why the socket is closed, if that is this deadline's doing. */
  IOException explain(IOException failed) {
    return hasPassed
        ? new SocketTimeoutException("no complete answer within " + limit.toSeconds() + " s")
        : failed;
  }

  /** Ends the guard; the socket stays open. */
  @Override
  public void close() {
    guard.interrupt();
  }
}
