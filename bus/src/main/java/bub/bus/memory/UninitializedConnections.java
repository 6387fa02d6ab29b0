package bub.bus.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Connections that have not completed initialize. A new one may displace the oldest: a regular
 * client initializes at once and is never the oldest. Hub thread only.
 */
final class UninitializedConnections {
  private final MemoryLimits limits;
  private final Map<String, SequencedSet<MemoryAccount>> byAddress = new HashMap<>();
  private final Map<MemoryAccount, String> addresses = new HashMap<>();
  private long held;

  UninitializedConnections(MemoryLimits limits) {
    this.limits = limits;
  }

  /** Adds a connection. Returns the connection that must be closed in exchange, or null. */
  @Nullable MemoryAccount add(MemoryAccount account, String address) {
    SequencedSet<MemoryAccount> sameAddress =
        byAddress.computeIfAbsent(address, _ -> new LinkedHashSet<>());
    sameAddress.add(account);
    addresses.put(account, address);
    MemoryAccount oldest = null;
    if (sameAddress.size() > limits.maxUninitializedPerAddress()) {
      oldest = sameAddress.getFirst();
    } else if (addresses.size() > limits.maxUninitialized()) {
      oldest = largestAddress().getFirst();
    }
    if (oldest != null) {
      remove(oldest);
    }
    return oldest;
  }

  private SequencedSet<MemoryAccount> largestAddress() {
    return byAddress.values().stream()
        .max(Comparator.comparingInt(SequencedSet::size))
        .orElseThrow();
  }

  void remove(MemoryAccount account) {
    String address = addresses.remove(account);
    SequencedSet<MemoryAccount> sameAddress = address == null ? null : byAddress.get(address);
    if (sameAddress != null && sameAddress.remove(account) && sameAddress.isEmpty()) {
      byAddress.remove(address);
    }
  }

  void charge(long bytes) {
    held += bytes;
  }

  long held() {
    return held;
  }

  boolean isFull() {
    return held > limits.uninitializedTotal();
  }

  int size() {
    return addresses.size();
  }

  List<MemoryAccount> accounts() {
    return new ArrayList<>(addresses.keySet());
  }
}
