package bub.system;

import bub.protocol.Address;
import java.util.HashSet;
import java.util.Set;

/**
 * Slots for agents that run or start. The decision to start takes the slot, so a burst of requests
 * cannot exceed the limit. Safe for any thread.
 */
final class AgentSlots {
  private final int limit;
  private final Set<Address> taken = new HashSet<>();

  AgentSlots(int limit) {
    this.limit = limit;
  }

  /** True when the agent has a slot now; false when others hold them all. */
  synchronized boolean acquire(Address agent) {
    return taken.contains(agent) || taken.size() < limit && taken.add(agent);
  }

  /** Takes a slot for an agent that already runs, even above the limit. */
  synchronized void occupy(Address agent) {
    taken.add(agent);
  }

  synchronized void release(Address agent) {
    taken.remove(agent);
  }
}
