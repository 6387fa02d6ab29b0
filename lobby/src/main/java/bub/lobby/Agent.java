package bub.lobby;

import bub.protocol.Address;
import bub.protocol.lobby.CapabilityRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A registered agent: whose token opens its id, whether it is here, what it offers. Hub thread. */
final class Agent {
  private final Address id;
  private final byte[] tokenHash;
  private final Instant registeredAt;
  private Instant lastSeen;
  private boolean online;
  private int busyWith;
  private List<Offer> offers = List.of();

  Agent(Address id, byte[] tokenHash, Instant registeredAt, Instant lastSeen) {
    this.id = id;
    this.tokenHash = tokenHash;
    this.registeredAt = registeredAt;
    this.lastSeen = lastSeen;
  }

  Address id() {
    return id;
  }

  byte[] tokenHash() {
    return tokenHash;
  }

  Instant registeredAt() {
    return registeredAt;
  }

  Instant lastSeen() {
    return lastSeen;
  }

  boolean isOnline() {
    return online;
  }

  void seen(boolean isOnline, Instant at) {
    online = isOnline;
    lastSeen = at;
  }

  /** How many calls it has not answered yet. */
  int busyWith() {
    return busyWith;
  }

  void began() {
    busyWith++;
  }

  void ended() {
    busyWith--;
  }

  List<Offer> offers() {
    return offers;
  }

  void offer(List<Offer> newOffers) {
    offers = List.copyOf(newOffers);
  }

  @Nullable Offer offer(long offerId) {
    for (Offer offer : offers) {
      if (offer.id() == offerId) {
        return offer;
      }
    }
    return null;
  }

  /** The newest of its offers that fits, or null. */
  @Nullable Offer best(CapabilityRef wanted) {
    return offers.stream().filter(offer -> offer.fits(wanted)).max(Offer.BY_VERSION).orElse(null);
  }
}
