package bub.lobby.store;

import bub.protocol.Address;
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
}
