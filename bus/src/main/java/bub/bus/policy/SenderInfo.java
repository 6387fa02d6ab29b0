package bub.bus.policy;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** What the policy must know of a peer. */
public interface SenderInfo {
  Address clientId();

  /** Who its token says it is; null on an open bus. */
  @Nullable Principal principal();

  /** Whether its dialect allows the types of its role only. */
  boolean hasStrictTypes();

  /** Whether its dialect lets it see messages first, and halt them. */
  boolean intercepts();
}
