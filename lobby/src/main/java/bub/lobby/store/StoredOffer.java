package bub.lobby.store;

import bub.protocol.Address;
import bub.protocol.lobby.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must be known of a capability to route a call to it; the rest is fetched by its id.
 *
 * @param requesters who may call; empty means everybody
 * @param timeoutSeconds how long a caller waits at most; null means as long as the bus does
 */
public record StoredOffer(
    long id,
    String name,
    @Nullable Version version,
    List<Address> requesters,
    @Nullable Integer timeoutSeconds) {}
