package bub.bus.policy;

import bub.bus.policy.Verdict.Refused;
import bub.json.InvalidField;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import bub.protocol.lobby.LobbyTypes;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who may say what. On an open bus nobody speaks as another live peer; on a locked one everybody
 * speaks as what their token grants; on both, protected types come from their roles only. Hub
 * thread only.
 */
public final class Policy {
  private final Function<Address, @Nullable Speaker> livePeers;
  private final TypeRules types;
  private final Throttle messages;

  public Policy(
      Function<Address, @Nullable Speaker> livePeers, TypeRules types, Throttle messages) {
    this.livePeers = livePeers;
    this.types = types;
    this.messages = messages;
  }

  /** A message that goes to whoever listens. */
  public Verdict judge(Speaker sender, Envelope envelope) {
    return judge(sender, envelope, false);
  }

  /** A message to the lobby, or through it. */
  public Verdict judgeToLobby(Speaker sender, Envelope envelope) {
    return judge(sender, envelope, true);
  }

  private Verdict judge(Speaker sender, Envelope envelope, boolean toLobby) {
    RpcError tooMuch = messages.refusal(sender.clientId().value());
    if (tooMuch != null) {
      return new Refused(Refusal.RATE_LIMITED, tooMuch);
    }
    Address from = envelope.from();
    Principal principal = sender.principal();
    if (!maySendAs(sender, principal, from)) {
      return Verdict.refused(
          "from: "
              + from
              + (principal == null
                  ? " is another connected peer"
                  : " is not granted to your token"),
          Refusal.SEND_AS_NOT_GRANTED);
    }
    return judgeType(sender, principal, envelope, toLobby);
  }

  private boolean maySendAs(Speaker sender, @Nullable Principal principal, Address from) {
    if (from.equals(sender.clientId())) {
      return true;
    }
    if (principal != null) {
      return principal.maySendAs(from);
    }
    Speaker owner = livePeers.apply(from);
    return owner == null || owner.equals(sender);
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
    boolean allowed =
        toLobby && isForLobby || types.allow(envelope.from(), type, sender.hasStrictTypes());
    if (!granted || !allowed) {
      return Verdict.refused(
          "payload.type: " + envelope.from() + " may not send " + type, Refusal.TYPE_NOT_ALLOWED);
    }
    if (!toLobby && isForLobby) {
      // To its recipient it would look like one that the lobby has checked.
      return Verdict.refused(
          "payload.type: " + type + " goes to the lobby", Refusal.TYPE_NOT_ALLOWED);
    }
    return Verdict.ALLOWED;
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
