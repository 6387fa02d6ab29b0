package bub.protocol.lobby;

import bub.json.RawJson;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** Request for a capability; a null {@code provider} means any agent that offers it. */
public record ServiceCall(@Nullable Address provider, CapabilityRef capability, RawJson payload) {
  /** Provider name that means the least busy agent that is online. */
  public static final String ANY = "any";

  public static final String CAPABILITY_NAME = "capability_name";
}
