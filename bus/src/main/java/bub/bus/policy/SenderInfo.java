package bub.bus.policy;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** Properties of a peer that the policy needs. */
public interface SenderInfo {
  Address clientId();

  /** Returns the identity of its token; null for a peer without a known token. */
  @Nullable Principal principal();

  boolean hasStrictTypes();

  boolean intercepts();
}
