package bub.bus.trace;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.util.List;

/**
 * Limits of the loop guard.
 *
 * @param messages messages per trace to agents that have already sent in it
 * @param depth causes in a row that lead to a message
 * @param repeats occurrence of the same exchange within a trace that is refused
 * @param cycles times per minute that the same text may come around without causes
 * @param turns messages per minute of one agent in traces without a person
 * @param exempt senders that the guard ignores
 */
public record GuardSettings(
    boolean enabled,
    int messages,
    int depth,
    int repeats,
    int cycles,
    int turns,
    List<Pattern> exempt) {
  private static final GuardSettings STANDARD =
      new GuardSettings(true, 200, 32, 3, 100, 60, List.of());

  public static GuardSettings standard() {
    return STANDARD;
  }

  public static GuardSettings off() {
    return new GuardSettings(false, 200, 32, 3, 100, 60, List.of());
  }

  public GuardSettings exempting(List<Pattern> senders) {
    return new GuardSettings(enabled, messages, depth, repeats, cycles, turns, senders);
  }

  boolean isExempt(Address sender) {
    for (int i = 0; i < exempt.size(); i++) {
      if (exempt.get(i).matches(sender.value())) {
        return true;
      }
    }
    return false;
  }
}
