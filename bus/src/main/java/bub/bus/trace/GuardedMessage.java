package bub.bus.trace;

import bub.bus.policy.Principal;
import bub.bus.policy.SenderInfo;
import bub.bus.route.Subscriber;
import bub.json.Fields;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.util.List;

/**
 * Message that the loop guard judges.
 *
 * @param payload members of the payload, found once
 * @param isCall true for a call of the lobby, whose id may be the same for many calls
 * @param key hash of the message id in the index
 */
record GuardedMessage(
    SenderInfo sender,
    Envelope envelope,
    Fields payload,
    List<Subscriber> recipients,
    boolean isCall,
    long key) {
  Address from() {
    return envelope.from();
  }

  Address peer() {
    return sender.clientId();
  }

  /** Returns the sender without keeping text of the message in memory, where possible. */
  Address lastingFrom() {
    return from().equals(peer()) ? peer() : from();
  }

  boolean isTrustedChat() {
    Principal principal = sender.principal();
    return principal != null && People.isTrustedChat(from(), principal);
  }
}
