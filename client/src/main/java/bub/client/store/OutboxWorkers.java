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
  private final Map<Address, Lane> lanes = new HashMap<>();
  private boolean stopped;

  OutboxWorkers(OutboxDelivery delivery) {
    this.delivery = delivery;
  }

  /** Something was put for this destination. */
  synchronized void wake(Address destination) {
    Lane lane = lanes.get(destination);
    if (lane != null) {
      lane.wokenAgain = true;
    } else if (!stopped) {
      var fresh = new Lane(destination);
      lanes.put(destination, fresh);
      fresh.thread.start();
    }
  }

  synchronized void stop() {
    stopped = true;
    lanes.values().forEach(lane -> lane.thread.interrupt());
  }

  /** False when the lane was woken while it came to its end, and must look again. */
  private synchronized boolean ends(Lane lane) {
    if (lane.wokenAgain && !stopped) {
      lane.wokenAgain = false;
      return false;
    }
    lanes.remove(lane.destination);
    return true;
  }

  /** The way to one destination. */
  private final class Lane {
    private final Address destination;
    private final Thread thread;
    private boolean wokenAgain;

    Lane(Address destination) {
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
