package bub.gateway.mcp;

import bub.gateway.local.DoorExchange;
import bub.gateway.local.DoorFinder;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Request of the client between its line and its answer, which ends when the client cancels it. */
final class BridgedRequest {
  private final CountDownLatch known = new CountDownLatch(1);
  private final AtomicBoolean hasNotification = new AtomicBoolean();
  // Guarded by this.
  private @Nullable DoorExchange current;
  private boolean isCancelled;

  /** Returns a new exchange with the door, which a cancellation closes. */
  synchronized DoorExchange exchange(DoorFinder doors) throws IOException {
    var exchange = new DoorExchange(doors);
    current = exchange;
    if (isCancelled) {
      exchange.close();
    }
    return exchange;
  }

  /** Ends the exchange, at whatever point it is. */
  synchronized void cancel() throws IOException {
    isCancelled = true;
    if (current != null) {
      current.close();
    }
  }

  synchronized boolean isCancelled() {
    return isCancelled;
  }

  /** The door has begun the request, or never will: a notification about it cannot overtake it. */
  void isKnown() {
    known.countDown();
  }

  /**
   * Runs {@code notification} when the door knows the request; returns false after the first time.
   */
  boolean onceKnown(Runnable notification) {
    if (!hasNotification.compareAndSet(false, true)) {
      return false;
    }
    Thread.ofVirtual()
        .name("mcp-cancel")
        .start(
            () -> {
              try {
                known.await();
                notification.run();
              } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
              }
            });
    return true;
  }
}
