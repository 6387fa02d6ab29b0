package bub.gateway.mcp;

import bub.protocol.Address;
import java.util.HashMap;
import java.util.Map;

/** Places of calls that may become tasks. Safe for any thread. */
final class TaskRoom {
  // Guarded by this.
  private final Map<Address, Integer> callers = new HashMap<>();
  private int all;

  /**
   * Place of one call; close it once.
   *
   * @param own places of this caller when it was taken, including this one
   * @param all places of all callers
   */
  record Place(TaskRoom room, Address caller, int own, int all) implements AutoCloseable {
    @Override
    public void close() {
      room.giveBack(caller);
    }
  }

  synchronized Place take(Address caller) {
    return new Place(this, caller, callers.merge(caller, 1, Integer::sum), ++all);
  }

  private synchronized void giveBack(Address caller) {
    callers.computeIfPresent(caller, (_, own) -> own == 1 ? null : own - 1);
    all--;
  }
}
