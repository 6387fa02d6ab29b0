package bub.bus.lobby;

import bub.bus.BuiltInService;
import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.Switchboard.Sender;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryHold;
import bub.bus.memory.MemoryKind;
import bub.bus.policy.PolicyDecision;
import bub.bus.policy.Principal;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.Lobby.Claim;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.RegistrationTerms;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lobby as a built-in service of the bus, which protects registered ids. Hub thread only. */
public final class LobbyService implements BuiltInService {
  private static final Address SYSTEM_AGENT = new Address("agent:system");
  private static final String SYSTEM = "system:";
  private static final String TOKEN = "auth_token";

  private final Hub hub;
  private final Lobby lobby;

  private LobbyService(Hub hub, Lobby lobby) {
    this.hub = hub;
    this.lobby = lobby;
  }

  public static void open(Hub hub, Lobby lobby) {
    hub.host(new LobbyService(hub, lobby));
  }

  /** True for ids that cannot be registered in the lobby's own protocol. */
  static boolean isReserved(Address id, Lobby lobby) {
    return id.equals(SYSTEM_AGENT)
        || id.value().startsWith(SYSTEM)
        || lobby.addresses().contains(id);
  }

  @Override
  public Set<Address> addresses() {
    return lobby.addresses();
  }

  @Override
  public void take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Sender sender) {
    Envelope safe = withoutSecrets(envelope);
    LobbyTrail record = LobbyTrail.begin(hub, safe, rpcId);
    if (hub.serviceChecks().judge(from, safe)
        instanceof PolicyDecision.Refused(_, RpcError error)) {
      record.refused(error.message());
      sender.refused(error);
      return;
    }
    hub.serviceChecks().joinTrace(from, safe, record.trail());
    MemoryHold hold = holdFor(from, envelope);
    if (hold == null) {
      RpcError full =
          MemoryAccount.refusal("too many of your messages to the lobby are unanswered");
      record.refused(full.message());
      sender.refused(full);
      return;
    }
    var exchange =
        new BusLobbyExchange(
            hub, lobby.id(), from, safe, conversation(envelope), record, sender, hold);
    try {
      if (exchange.isProgressReport()) {
        exchange.reportProgress();
      } else {
        new LobbyOrderHandler(lobby).carryOut(exchange.order(), exchange);
      }
    } catch (InvalidField odd) {
      exchange.answer(Ack.failed(String.valueOf(odd.getMessage())));
    }
  }

  /** Reserves memory for a message and its frame, until it is answered. */
  private static @Nullable MemoryHold holdFor(ConnectedPeer from, Envelope envelope) {
    long bytes = LobbySession.ORDER_BYTES + envelope.payload().retainedBytes();
    return MemoryHold.take(from.account(), MemoryKind.LOBBY, bytes);
  }

  /** Removes tokens: a bus connection is already authenticated, and the log must not store them. */
  private static Envelope withoutSecrets(Envelope envelope) {
    RawJson payload = envelope.payload().fields().without(TOKEN);
    RawJson content = payload.fields().find("content");
    if (content != null && content.isObject()) {
      RawJson safe = content.fields().without(TOKEN);
      if (isRegistration(envelope)) {
        safe = safe.fields().without(RegistrationTerms.CONVERSATION);
      }
      payload = safe.equals(content) ? payload : payload.fields().with("content", safe);
    }
    return new Envelope(envelope.from(), envelope.to(), envelope.messageId(), payload);
  }

  private static @Nullable String conversation(Envelope envelope) {
    RawJson content = envelope.payload().fields().find("content");
    if (!isRegistration(envelope) || content == null || !content.isObject()) {
      return null;
    }
    try {
      return content.fields().optionalString(RegistrationTerms.CONVERSATION);
    } catch (InvalidField odd) {
      return null; // this registration cannot be repeated
    }
  }

  private static boolean isRegistration(Envelope envelope) {
    try {
      return LobbyTypes.REGISTER.equals(envelope.type());
    } catch (InvalidField odd) {
      return false;
    }
  }

  @Override
  public @Nullable RpcError refuse(
      Address clientId, @Nullable String idToken, @Nullable Principal principal) {
    if (lobby.addresses().contains(clientId)) {
      return RpcError.invalidParams("clientId: " + clientId + " is reserved for the lobby")
          .because("reserved");
    }
    // On a locked bus the operator decides on the owner of each id.
    if (principal != null || lobby.claim(clientId, idToken) != Claim.TAKEN) {
      return null;
    }
    return RpcError.of(
            ErrorCodes.UNAUTHENTICATED,
            "Unauthenticated: " + clientId + " is registered in the lobby: send its token")
        .because("registered");
  }

  @Override
  public void arrived(Address clientId) {
    lobby.arrived(clientId);
  }

  @Override
  public void left(Address clientId) {
    lobby.left(clientId);
  }

  @Override
  public Map<String, Long> figures() {
    return lobby.figures();
  }

  @Override
  public long heldBytes() {
    return lobby.heldBytes();
  }

  @Override
  public void tick() {
    lobby.tick(
        agent ->
            (event, detail) -> {
              var envelope =
                  new Envelope(lobby.id(), agent, hub.messageIds().get(), RawJson.EMPTY_OBJECT);
              LobbyTrail record = LobbyTrail.begin(hub, envelope, RequestId.NULL);
              record.note(event, detail);
              record.done();
            });
  }
}
