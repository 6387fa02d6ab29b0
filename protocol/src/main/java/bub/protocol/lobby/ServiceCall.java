package bub.protocol.lobby;

import bub.json.RawJson;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * Request for a capability.
 *
 * @param provider requested agent, or null for any agent that offers the capability
 * @param capability requested capability
 * @param payload {@code capability_name} and the input fields, as the provider receives them
 */
public record ServiceCall(@Nullable Address provider, CapabilityRef capability, RawJson payload) {
  /** Provider name that means the least busy agent that is online. */
  public static final String ANY = "any";

  public static final String CAPABILITY_NAME = "capability_name";
}
