package bub.bus.memory;

import java.util.LinkedHashSet;
import java.util.Set;

/** Connections that share one owner: a principal, or a network address where there is none. */
final class MemoryGroup {
  final String owner;
  final Set<MemoryAccount> members = new LinkedHashSet<>();
  long held;

  MemoryGroup(String owner) {
    this.owner = owner;
  }
}
