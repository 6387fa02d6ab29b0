package bub.lobby.store;

import bub.protocol.Address;
import bub.protocol.lobby.Version;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Agent as stored, in milliseconds; {@code repeatHash} is null once the token was used. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredAgent(
    Address id,
    byte[] tokenHash,
    byte @Nullable [] repeatHash,
    Instant registeredAt,
    Instant lastSeen,
    List<StoredOffer> offers) {

  /** Omits the hashes. */
  @Override
  public String toString() {
    return id + " with " + offers;
  }

  /** Routing part of a capability; no requesters means all, no timeout the lobby's default. */
  public record StoredOffer(
      long id,
      String name,
      @Nullable Version version,
      List<Address> requesters,
      @Nullable Integer timeoutSeconds) {}
}
