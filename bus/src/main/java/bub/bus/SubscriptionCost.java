package bub.bus;

import bub.protocol.Pattern;

/** Memory cost of one subscription in the routing table and in the peer's list. */
final class SubscriptionCost {
  private static final int ENTRY_BYTES = 92;
  private static final int GLOB_BYTES = 160;

  private SubscriptionCost() {}

  static long of(Pattern pattern) {
    int perCharacter = pattern.text().chars().allMatch(c -> c < 256) ? 1 : 2;
    int own = ENTRY_BYTES + perCharacter * pattern.text().length();
    return pattern.kind() == Pattern.Kind.GLOB ? own + GLOB_BYTES : own;
  }
}
