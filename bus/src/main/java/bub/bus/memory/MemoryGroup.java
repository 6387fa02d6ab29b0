package bub.bus.memory;

import java.util.LinkedHashSet;
import java.util.Set;

/** Connections of one owner: a principal, or a network address when there is no principal. */
final class MemoryGroup {
  final String owner;
  final Set<MemoryAccount> members = new LinkedHashSet<>();
  long held;

  MemoryGroup(String owner) {
    this.owner = owner;
  }
}
