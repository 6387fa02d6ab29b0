package bub.bus.policy;

import bub.bus.policy.PolicyDecision.Refused;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.message.SpawnRequest;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rules for senders. On an open bus no peer may send as another connected peer, as a part of bub,
 * or as an address that a bridge covers. On a locked bus the token decides. On both, protected
 * types are limited to their roles, and orders to operators. Hub thread only.
 */
public final class Policy {
  private final Function<Address, @Nullable SenderInfo> livePeers;
  private final Predicate<Address> isOnAnotherNode;
  private final ReservedAddresses reserved;
  private final TypeRules types;
  private final RateLimiter messages;
  private final RateLimiter spawnRequests;

  public Policy(
      Function<Address, @Nullable SenderInfo> livePeers,
      Predicate<Address> isOnAnotherNode,
      ReservedAddresses reserved,
      TypeRules types,
      RateLimits rates,
      LongSupplier nanoTime) {
    this.livePeers = livePeers;
    this.isOnAnotherNode = isOnAnotherNode;
    this.reserved = reserved;
    this.types = types;
    this.messages = rates.messageThrottle(nanoTime);
    this.spawnRequests = rates.spawnThrottle(nanoTime);
  }

  public PolicyDecision judge(SenderInfo sender, Envelope envelope) {
    return judge(sender, envelope, envelope.payload().fields());
  }

  /** Judges a message whose members the caller has already found. */
  public PolicyDecision judge(SenderInfo sender, Envelope envelope, Fields payload) {
    return judge(sender, envelope, payload, false);
  }

  public PolicyDecision judgeForService(SenderInfo sender, Envelope envelope) {
    return judge(sender, envelope, envelope.payload().fields(), true);
  }

  public @Nullable RpcError count(String sender) {
    return messages.refusal(sender);
  }

  private PolicyDecision judge(
      SenderInfo sender, Envelope envelope, Fields payload, boolean forService) {
    RpcError tooMuch = count(sender.clientId().value());
    if (tooMuch != null) {
      return new Refused(RefusalReason.RATE_LIMITED, tooMuch);
    }
    Address from = envelope.from();
    Principal principal = sender.principal();
    String objection = from.equals(sender.clientId()) ? null : objectTo(sender, principal, from);
    if (objection != null) {
      return PolicyDecision.refused("from: " + from + objection, RefusalReason.SEND_AS_NOT_GRANTED);
    }
    if (principal != null && ChatTopics.contain(envelope.to()) && !maySendTo(envelope, principal)) {
      return PolicyDecision.refused(
          "to: " + envelope.to() + " is not granted to your token",
          RefusalReason.SEND_AS_NOT_GRANTED);
    }
    return judgeType(sender, principal, envelope, payload, forService);
  }

  private static boolean maySendTo(Envelope envelope, Principal principal) {
    return principal.operator() || principal.maySendAs(envelope.to());
  }

  /** Returns the reason why this sender may not send from another address, or null when it may. */
  private @Nullable String objectTo(
      SenderInfo sender, @Nullable Principal principal, Address from) {
    if (principal != null) {
      return principal.maySendAs(from) ? null : " is not granted to your token";
    }
    SenderInfo owner = livePeers.apply(from);
    if (owner == null ? isOnAnotherNode.test(from) : !owner.equals(sender)) {
      return " is another connected peer";
    }
    return reserved.contains(from) ? " is reserved for a part of bub" : null;
  }

  private PolicyDecision judgeType(
      SenderInfo sender,
      @Nullable Principal principal,
      Envelope envelope,
      Fields payload,
      boolean forService) {
    String type;
    try {
      type = Envelope.typeOf(payload);
    } catch (InvalidField invalid) {
      return PolicyDecision.refused(
          String.valueOf(invalid.getMessage()), RefusalReason.INVALID_TYPE);
    }
    boolean isForService = type != null && type.startsWith(LobbyTypes.PREFIX);
    boolean granted = principal == null || principal.maySend(type);
    boolean isOperator = false;
    boolean isReader = false;
    if (type != null && OperatorOrders.isOne(type)) {
      isOperator = OperatorOrders.isOperator(sender.clientId(), principal);
      isReader =
          principal != null && OperatorOrders.mayRead(principal, envelope.to(), type, payload);
      if (!isOperator && !isReader && !OperatorOrders.isOpenToOthers(envelope.from(), type)) {
        return PolicyDecision.refused(
            "payload.type: only operators may send " + type + " from " + envelope.from(),
            RefusalReason.OPERATOR_NOT_GRANTED);
      }
      if (principal != null && !OperatorOrders.isGranted(principal, envelope.to(), type)) {
        return PolicyDecision.refused(
            "to: writing in " + envelope.to() + " is not granted to your token",
            RefusalReason.SEND_AS_NOT_GRANTED);
      }
    }
    boolean allowed =
        forService && isForService
            || (isOperator || isReader) && !sender.hasStrictTypes()
            || types.allow(envelope.from(), type, sender.hasStrictTypes());
    if (!granted && !isReader || !allowed) {
      return PolicyDecision.refused(
          "payload.type: " + envelope.from() + " may not send " + type,
          RefusalReason.TYPE_NOT_ALLOWED);
    }
    if (!forService && isForService) {
      // To its recipient it would look like one that the lobby has checked.
      return PolicyDecision.refused(
          "payload.type: send " + type + " to the lobby", RefusalReason.TYPE_NOT_ALLOWED);
    }
    return principal == null && SpawnRequest.TYPE.equals(type)
        ? judgeSpawnRequest(sender)
        : PolicyDecision.ALLOWED;
  }

  /**
   * Counts spawn requests per connection. The system agent counts them per {@code from}, which a
   * peer without a token can choose; a token limits its holder's addresses.
   */
  private PolicyDecision judgeSpawnRequest(SenderInfo sender) {
    RpcError tooMany = spawnRequests.refusal(sender.clientId().value());
    return tooMany == null
        ? PolicyDecision.ALLOWED
        : new Refused(RefusalReason.RATE_LIMITED, tooMany);
  }

  public static @Nullable RpcError refuseSubscription(SenderInfo peer, Pattern pattern) {
    Principal principal = peer.principal();
    if (principal == null) {
      return null;
    }
    if (!principal.mayListenTo(pattern)) {
      return RpcError.invalidParams(pattern + " is not granted to your token")
          .because("subscribe_not_granted");
    }
    if (peer.intercepts() && !principal.intercept()) {
      return RpcError.invalidParams("your token may not intercept messages")
          .because("intercept_not_granted");
    }
    return null;
  }

  public static @Nullable RpcError refuseInspection(SenderInfo peer) {
    Principal principal = peer.principal();
    return principal == null || principal.operator()
        ? null
        : RpcError.invalidParams("this method requires an operator token")
            .because("operator_not_granted");
  }
}
