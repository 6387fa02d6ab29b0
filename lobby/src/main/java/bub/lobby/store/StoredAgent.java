package bub.lobby.store;

import bub.protocol.Address;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered agent as it is kept, all but the texts of what it offers. Times are kept to the
 * millisecond.
 *
 * @param repeatHash of the conversation that may repeat the registration; null once the token was
 *     used
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
public record StoredAgent(
    Address id,
    byte[] tokenHash,
    byte @Nullable [] repeatHash,
    Instant registeredAt,
    Instant lastSeen,
    List<StoredOffer> offers) {

  /** Never the hash. */
  @Override
  public String toString() {
    return id + " with " + offers;
  }
}
