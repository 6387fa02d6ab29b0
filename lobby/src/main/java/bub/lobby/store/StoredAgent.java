package bub.lobby.store;

import bub.protocol.Address;
import bub.protocol.lobby.Version;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Agent as stored, in milliseconds.
 *
 * @param repeatHash null once the token was used
 * @param revision of the registration in the cluster; 0 if no other node knows it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredAgent(
    Address id,
    byte[] tokenHash,
    byte @Nullable [] repeatHash,
    Instant registeredAt,
    Instant lastSeen,
    List<StoredOffer> offers,
    long revision) {

  public StoredAgent(
      Address id,
      byte[] tokenHash,
      byte @Nullable [] repeatHash,
      Instant registeredAt,
      Instant lastSeen,
      List<StoredOffer> offers) {
    this(id, tokenHash, repeatHash, registeredAt, lastSeen, offers, 0);
  }

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
