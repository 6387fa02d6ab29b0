package bub.lobby.store;

import bub.protocol.Address;
import bub.protocol.lobby.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a capability that is needed to route a call; the rest is fetched by id.
 *
 * @param requesters agents that may call it; empty means all
 * @param timeoutSeconds timeout of a call; null means the lobby's default
 */
public record StoredOffer(
    long id,
    String name,
    @Nullable Version version,
    List<Address> requesters,
    @Nullable Integer timeoutSeconds) {}
