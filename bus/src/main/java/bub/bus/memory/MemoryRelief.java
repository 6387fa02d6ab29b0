package bub.bus.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Order in which connections are closed when memory is short. */
final class MemoryRelief {
  /** Divisor: a connection that holds less than this part of the largest one is not closed. */
  private static final int WORTH_CLOSING = 16;

  private static final Comparator<MemoryAccount> LARGEST_FIRST =
      Comparator.comparingLong(MemoryAccount::held).reversed();

  private MemoryRelief() {}

  static List<MemoryAccount> largestFirst(Collection<MemoryAccount> accounts) {
    var candidates = new ArrayList<MemoryAccount>(accounts.size());
    for (MemoryAccount account : accounts) {
      if (mayBeClosed(account)) {
        candidates.add(account);
      }
    }
    candidates.sort(LARGEST_FIRST);
    return candidates;
  }

  static long leastToBlame(Collection<MemoryGroup> groups) {
    long largest = 0;
    for (MemoryGroup group : groups) {
      for (MemoryAccount account : group.members) {
        largest = Math.max(largest, account.held());
      }
    }
    return largest / WORTH_CLOSING;
  }

  /** Returns the largest members of the largest group, until another group would hold more. */
  static List<MemoryAccount> ofLargestGroup(Collection<MemoryGroup> groups, long least) {
    MemoryGroup largest = null;
    long most = 0;
    long second = 0;
    for (MemoryGroup group : groups) {
      long held = heldByCandidates(group);
      if (held > most) {
        second = most;
        most = held;
        largest = group;
      } else if (held > second) {
        second = held;
      }
    }
    return membersDownTo(second, most, least, largest);
  }

  private static List<MemoryAccount> membersDownTo(
      long second, long most, long least, @Nullable MemoryGroup group) {
    var chosen = new ArrayList<MemoryAccount>();
    if (group != null) {
      long left = most;
      for (MemoryAccount account : largestFirst(group.members)) {
        if (left < second || account.held() < least) {
          break;
        }
        left -= account.held();
        chosen.add(account);
      }
    }
    return chosen;
  }

  private static long heldByCandidates(MemoryGroup group) {
    long held = 0;
    for (MemoryAccount account : group.members) {
      held += mayBeClosed(account) ? account.held() : 0;
    }
    return held;
  }

  private static boolean mayBeClosed(MemoryAccount account) {
    return !account.isReserved() && !account.isEvicted();
  }
}
