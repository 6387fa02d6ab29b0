package bub.bus;

import bub.bus.deliver.InterceptorChain;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import bub.bus.trace.GuardSettings;
import bub.protocol.Pattern;
import java.util.List;

/**
 * Rules for messages on the bus.
 *
 * @param reserved addresses that nobody without a token may send from on an open bus, even before
 *     their bridge connects
 */
public record BusRules(
    TypeRules types,
    InterceptorChain.OnFailure onFailure,
    RateLimits rates,
    GuardSettings guard,
    List<Pattern> reserved) {
  public BusRules {
    reserved = List.copyOf(reserved);
  }

  public BusRules(TypeRules types, InterceptorChain.OnFailure onFailure, RateLimits rates) {
    this(types, onFailure, rates, GuardSettings.standard(), List.of());
  }

  public static BusRules standard() {
    return new BusRules(
        TypeRules.builtIn(false), InterceptorChain.OnFailure.OPEN, RateLimits.standard());
  }
}
