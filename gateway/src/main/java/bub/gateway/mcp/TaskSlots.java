package bub.gateway.mcp;

import bub.protocol.Address;
import java.util.HashMap;
import java.util.Map;

/** Counter of running calls that may become tasks. Safe for any thread. */
final class TaskSlots {
  // Guarded by this.
  private final Map<Address, Integer> callers = new HashMap<>();
  private int all;

  /**
   * Slot of one call; close it once.
   *
   * @param own slots of this caller when it was taken, including this one
   * @param all slots of all callers
   */
  record Slot(TaskSlots slots, Address caller, int own, int all) implements AutoCloseable {
    @Override
    public void close() {
      slots.giveBack(caller);
    }
  }

  synchronized Slot take(Address caller) {
    return new Slot(this, caller, callers.merge(caller, 1, Integer::sum), ++all);
  }

  private synchronized void giveBack(Address caller) {
    callers.computeIfPresent(caller, (_, own) -> own == 1 ? null : own - 1);
    all--;
  }
}
