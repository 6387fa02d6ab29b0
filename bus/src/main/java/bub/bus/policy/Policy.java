package bub.bus.policy;

import bub.bus.policy.Verdict.Refused;
import bub.json.InvalidField;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.message.SpawnRequest;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rules of sending. On an open bus nobody speaks as another live peer, as a part of bub, or as an
 * address that a bridge covers; on a locked one everybody speaks as what their token grants; on
 * both, protected types come from their roles only, and orders from operators. Hub thread only.
 */
public final class Policy {
  private final Function<Address, @Nullable Speaker> livePeers;
  private final ReservedAddresses reserved;
  private final TypeRules types;
  private final Throttle messages;
  private final Throttle spawnRequests;

  public Policy(
      Function<Address, @Nullable Speaker> livePeers,
      ReservedAddresses reserved,
      TypeRules types,
      Rates rates,
      LongSupplier nanoTime) {
    this.livePeers = livePeers;
    this.reserved = reserved;
    this.types = types;
    this.messages = rates.messageThrottle(nanoTime);
    this.spawnRequests = rates.spawnThrottle(nanoTime);
  }

  /** A message that goes to whoever listens. */
  public Verdict judge(Speaker sender, Envelope envelope) {
    return judge(sender, envelope, false);
  }

  /** A message to the lobby, or through it. */
  public Verdict judgeToLobby(Speaker sender, Envelope envelope) {
    return judge(sender, envelope, true);
  }

  /** Counts one message towards the rate of its sender; null when it is not too fast. */
  public @Nullable RpcError count(String sender) {
    return messages.refusal(sender);
  }

  private Verdict judge(Speaker sender, Envelope envelope, boolean toLobby) {
    RpcError tooMuch = count(sender.clientId().value());
    if (tooMuch != null) {
      return new Refused(Refusal.RATE_LIMITED, tooMuch);
    }
    Address from = envelope.from();
    Principal principal = sender.principal();
    String objection = from.equals(sender.clientId()) ? null : objectTo(sender, principal, from);
    if (objection != null) {
      return Verdict.refused("from: " + from + objection, Refusal.SEND_AS_NOT_GRANTED);
    }
    if (principal != null && ChatTopics.contain(envelope.to()) && !maySendTo(envelope, principal)) {
      return Verdict.refused(
          "to: " + envelope.to() + " is not granted to your token", Refusal.SEND_AS_NOT_GRANTED);
    }
    return judgeType(sender, principal, envelope, toLobby);
  }

  private static boolean maySendTo(Envelope envelope, Principal principal) {
    return principal.operator() || principal.maySendAs(envelope.to());
  }

  /** Why this sender may not send from an address that is not its own id; null when it may. */
  private @Nullable String objectTo(Speaker sender, @Nullable Principal principal, Address from) {
    if (principal != null) {
      return principal.maySendAs(from) ? null : " is not granted to your token";
    }
    Speaker owner = livePeers.apply(from);
    if (owner != null && !owner.equals(sender)) {
      return " is another connected peer";
    }
    return reserved.contains(from) ? " is reserved for a part of bub" : null;
  }

  private Verdict judgeType(
      Speaker sender, @Nullable Principal principal, Envelope envelope, boolean toLobby) {
    String type;
    try {
      type = envelope.type();
    } catch (InvalidField invalid) {
      return Verdict.refused(String.valueOf(invalid.getMessage()), Refusal.INVALID_TYPE);
    }
    boolean isForLobby = type != null && type.startsWith(LobbyTypes.PREFIX);
    boolean granted = principal == null || principal.maySend(type);
    boolean isOperator = false;
    if (type != null && OperatorOrders.isOne(type)) {
      isOperator = OperatorOrders.isOperator(sender.clientId(), principal);
      if (!isOperator && !OperatorOrders.isOpenToOthers(envelope.from(), type)) {
        return Verdict.refused(
            "payload.type: only operators send " + type + " from " + envelope.from(),
            Refusal.OPERATOR_NOT_GRANTED);
      }
      if (principal != null && !OperatorOrders.isGranted(principal, envelope.to(), type)) {
        return Verdict.refused(
            "to: writing in " + envelope.to() + " is not granted to your token",
            Refusal.SEND_AS_NOT_GRANTED);
      }
    }
    boolean allowed =
        toLobby && isForLobby
            || isOperator && !sender.hasStrictTypes()
            || types.allow(envelope.from(), type, sender.hasStrictTypes());
    if (!granted || !allowed) {
      return Verdict.refused(
          "payload.type: " + envelope.from() + " may not send " + type, Refusal.TYPE_NOT_ALLOWED);
    }
    if (!toLobby && isForLobby) {
      // To its recipient it would look like one that the lobby has checked.
      return Verdict.refused(
          "payload.type: " + type + " goes to the lobby", Refusal.TYPE_NOT_ALLOWED);
    }
    return principal == null && SpawnRequest.TYPE.equals(type)
        ? judgeSpawnRequest(sender)
        : Verdict.ALLOWED;
  }

  /**
   * The system agent counts spawn requests by {@code from}, which a peer without a token chooses:
   * here they are counted by connection. A token says which addresses its holder may send from.
   */
  private Verdict judgeSpawnRequest(Speaker sender) {
    RpcError tooMany = spawnRequests.refusal(sender.clientId().value());
    return tooMany == null ? Verdict.ALLOWED : new Refused(Refusal.RATE_LIMITED, tooMany);
  }

  /** Null when this peer may listen to this pattern. */
  public static @Nullable RpcError refuseSubscription(Speaker peer, Pattern pattern) {
    Principal principal = peer.principal();
    if (principal == null) {
      return null;
    }
    if (!principal.mayListenTo(pattern)) {
      return RpcError.invalidParams(pattern + " is not granted to your token")
          .because("subscribe_not_granted");
    }
    if (peer.intercepts() && !principal.intercept()) {
      return RpcError.invalidParams("your token may not intercept")
          .because("intercept_not_granted");
    }
    return null;
  }

  /** Null when this peer may look into the bus. */
  public static @Nullable RpcError refuseInspection(Speaker peer) {
    Principal principal = peer.principal();
    return principal == null || principal.operator()
        ? null
        : RpcError.invalidParams("your token is not an operator's").because("operator_not_granted");
  }
}
