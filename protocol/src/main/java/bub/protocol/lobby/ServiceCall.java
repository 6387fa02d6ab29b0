package bub.protocol.lobby;

import bub.json.RawJson;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * A request for a capability.
 *
 * @param provider who is asked, or null for any agent that offers it
 * @param capability what is asked for
 * @param payload {@code capability_name} and the input fields, as the provider will see them
 */
public record ServiceCall(@Nullable Address provider, CapabilityRef capability, RawJson payload) {
  /** As a provider it means: whoever is online and least busy. */
  public static final String ANY = "any";

  public static final String CAPABILITY_NAME = "capability_name";
}
