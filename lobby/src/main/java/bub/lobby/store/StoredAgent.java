package bub.lobby.store;

import bub.protocol.Address;
import bub.protocol.lobby.Version;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Registered agent as stored, without the texts of its capabilities. Times have millisecond
 * precision.
 *
 * @param repeatHash hash of the conversation id that may repeat the registration; null after the
 *     first use of the token
 */
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
}
