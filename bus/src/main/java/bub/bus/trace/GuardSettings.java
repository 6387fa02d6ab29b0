package bub.bus.trace;

import bub.bus.policy.GuardExceptions;
import bub.bus.policy.GuardLimits;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.util.List;
import java.util.stream.Stream;

/**
 * Settings of the loop guard.
 *
 * @param limits limits of all senders without own ones
 * @param exceptions senders that are exempt or have own limits
 */
public record GuardSettings(boolean enabled, GuardLimits limits, GuardExceptions exceptions) {
  private static final GuardSettings STANDARD =
      new GuardSettings(true, GuardLimits.STANDARD, GuardExceptions.NONE);

  public static GuardSettings standard() {
    return STANDARD;
  }

  public static GuardSettings off() {
    return new GuardSettings(false, GuardLimits.STANDARD, GuardExceptions.NONE);
  }

  public GuardSettings exempting(List<Pattern> senders) {
    return with(new GuardExceptions(senders, List.of()));
  }

  /** Adds to the exceptions of these settings, which come first. */
  public GuardSettings with(GuardExceptions more) {
    return new GuardSettings(
        enabled,
        limits,
        new GuardExceptions(
            Stream.concat(exceptions.exempt().stream(), more.exempt().stream()).toList(),
            Stream.concat(exceptions.limits().stream(), more.limits().stream()).toList()));
  }

  boolean isExempt(Address sender) {
    return exceptions.isExempt(sender);
  }

  GuardLimits limitsOf(Address sender) {
    GuardLimits own = exceptions.find(sender);
    return own == null ? limits : own;
  }
}
