package bub.lobby;

import bub.protocol.Address;
import bub.protocol.lobby.CapabilityRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Registered agent with its credentials, presence and offers. Hub thread only. */
final class RegisteredAgent {
  private final Address id;
  private AgentCredentials credentials;
  private final Instant registeredAt;
  private Instant lastSeen;
  private boolean online;
  private boolean local;
  private long revision;
  private Instant sharedSeen = Instant.EPOCH;
  private int busyWith;
  private List<Offer> offers = List.of();

  RegisteredAgent(
      Address id, AgentCredentials credentials, Instant registeredAt, Instant lastSeen) {
    this.id = id;
    this.credentials = credentials;
    this.registeredAt = registeredAt;
    this.lastSeen = lastSeen;
  }

  Address id() {
    return id;
  }

  AgentCredentials credentials() {
    return credentials;
  }

  void use(AgentCredentials newCredentials) {
    credentials = newCredentials;
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

  /** True when it is connected to this node. */
  boolean isLocal() {
    return local;
  }

  void seen(boolean isOnline, boolean isLocal, Instant at) {
    online = isOnline;
    local = isLocal;
    lastSeen = at;
  }

  /** Revision in the cluster; 0 if no other node knows this agent. */
  long revision() {
    return revision;
  }

  void revise(long newRevision) {
    revision = newRevision;
  }

  /** Latest time of its presence that the other nodes know. */
  Instant sharedSeen() {
    return sharedSeen;
  }

  void shareSeen(Instant at) {
    sharedSeen = at;
  }

  /** Unanswered calls. */
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

  boolean hasSeveral(String name) {
    int count = 0;
    for (int i = 0; i < offers.size(); i++) {
      count += offers.get(i).name().equals(name) ? 1 : 0;
    }
    return count > 1;
  }

  /** Newest matching offer, or null. */
  @Nullable Offer best(CapabilityRef wanted) {
    Offer best = null;
    for (int i = 0; i < offers.size(); i++) {
      Offer offer = offers.get(i);
      if (offer.fits(wanted) && (best == null || Offer.BY_VERSION.compare(offer, best) > 0)) {
        best = offer;
      }
    }
    return best;
  }
}
