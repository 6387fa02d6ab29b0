package bub.system;

import bub.protocol.Address;
import java.util.HashSet;
import java.util.Set;

/**
 * The places for agents that run or start. A place is taken at the moment of the decision, so that
 * a burst of requests cannot pass the limit. Safe for any thread.
 */
final class AgentSlots {
  private final int limit;
  private final Set<Address> taken = new HashSet<>();

  AgentSlots(int limit) {
    this.limit = limit;
  }

  /** True when the agent has a place now; false when all are taken by others. */
  synchronized boolean acquire(Address agent) {
    return taken.contains(agent) || taken.size() < limit && taken.add(agent);
  }

  /** Counts an agent that runs already, also when there are more of them than the limit. */
  synchronized void occupy(Address agent) {
    taken.add(agent);
  }

  synchronized void release(Address agent) {
    taken.remove(agent);
  }
}
