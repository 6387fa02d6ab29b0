package bub.lobby;

import bub.protocol.Address;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Turns of changes, one per agent at a time. A second request of a peer is refused; a change from
 * another node waits, and so does a request meanwhile. Hub thread only.
 */
final class AgentTurns {
  private final Map<Address, Deque<Runnable>> waiting = new HashMap<>();
  private final Set<Address> requested = new HashSet<>();

  boolean isBusy(Address id) {
    return waiting.containsKey(id);
  }

  /**
   * Returns false when a request for this agent is in progress; otherwise {@link #endRequest} must
   * follow.
   */
  boolean request(Address id, Runnable work) {
    if (!requested.add(id)) {
      return false;
    }
    take(id, work);
    return true;
  }

  void endRequest(Address id) {
    requested.remove(id);
    end(id);
  }

  /** Runs now or later; {@link #end} must follow. */
  void take(Address id, Runnable work) {
    Deque<Runnable> others = waiting.get(id);
    if (others == null) {
      waiting.put(id, new ArrayDeque<>(1));
      work.run();
    } else {
      others.add(work);
    }
  }

  void end(Address id) {
    Deque<Runnable> others = waiting.get(id);
    Runnable next = others == null ? null : others.poll();
    if (next == null) {
      waiting.remove(id);
    } else {
      next.run();
    }
  }
}
