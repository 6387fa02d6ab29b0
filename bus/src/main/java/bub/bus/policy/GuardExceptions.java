package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Senders that the loop guard ignores or to which it applies other limits. Immutable.
 *
 * @param limits limits by sender, in the order of the policy file
 */
public record GuardExceptions(List<Pattern> exempt, List<SenderLimits> limits) {
  public static final GuardExceptions NONE = new GuardExceptions(List.of(), List.of());

  public record SenderLimits(Pattern senders, GuardLimits limits) {}

  public GuardExceptions {
    exempt = List.copyOf(exempt);
    limits = List.copyOf(limits);
  }

  public boolean isExempt(Address sender) {
    for (int i = 0; i < exempt.size(); i++) {
      if (exempt.get(i).matches(sender.value())) {
        return true;
      }
    }
    return false;
  }

  /** Returns the limits of the first pattern that matches, or null. */
  public @Nullable GuardLimits find(Address sender) {
    for (int i = 0; i < limits.size(); i++) {
      if (limits.get(i).senders().matches(sender.value())) {
        return limits.get(i).limits();
      }
    }
    return null;
  }
}
