package bub.gateway.a2a.net;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * End of the time for an exchange: it closes the socket. A timeout of each read is not enough,
 * because a server may send a byte now and then, or stop reading. Safe for any thread.
 */
final class SocketDeadline implements AutoCloseable {
  private final Socket socket;
  private final Duration limit;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean hasPassed;

  private SocketDeadline(Socket socket, Duration limit) {
    this.socket = socket;
    this.limit = limit;
  }

  static SocketDeadline start(Socket socket, Duration limit) {
    var deadline = new SocketDeadline(socket, limit);
    Thread.ofVirtual().name("outgoing-deadline").start(deadline::await);
    return deadline;
  }

  private void await() {
    try {
      if (!ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        hasPassed = true;
        socket.close();
      }
    } catch (InterruptedException stopping) {
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

  /** Ends the wait; the socket stays open. */
  @Override
  public void close() {
    ended.countDown();
  }
}
