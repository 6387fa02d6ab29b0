package bub.client.store;

import bub.protocol.Address;
import java.util.HashMap;
import java.util.Map;

/**
 * Delivers an outbox: one lane a destination, each a virtual thread that lives while it has
 * something to deliver. Wake it from any thread.
 */
final class OutboxWorkers {
  private final OutboxDelivery delivery;
  private final Map<Address, Worker> workers = new HashMap<>();
  private boolean stopped;

  OutboxWorkers(OutboxDelivery delivery) {
    this.delivery = delivery;
  }

  /** Something was put for this destination. */
  synchronized void wake(Address destination) {
    Worker worker = workers.get(destination);
    if (worker != null) {
      worker.wokenAgain = true;
    } else if (!stopped) {
      var fresh = new Worker(destination);
      workers.put(destination, fresh);
      fresh.thread.start();
    }
  }

  synchronized void stop() {
    stopped = true;
    workers.values().forEach(worker -> worker.thread.interrupt());
  }

  /** False when the lane was woken while it came to its end, and must look again. */
  private synchronized boolean ends(Worker worker) {
    if (worker.wokenAgain && !stopped) {
      worker.wokenAgain = false;
      return false;
    }
    workers.remove(worker.destination);
    return true;
  }

  /** The way to one destination. */
  private final class Worker {
    private final Address destination;
    private final Thread thread;
    private boolean wokenAgain;

    Worker(Address destination) {
      this.destination = destination;
      this.thread = Thread.ofVirtual().name("outbox-" + destination).unstarted(this::run);
    }

    private void run() {
      try {
        do {
          delivery.deliverAll(destination);
        } while (!ends(this));
      } catch (InterruptedException closed) {
        // The outbox is closed; what waits stays on disk.
      }
    }
  }
}
