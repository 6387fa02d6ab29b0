package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.dialect.Session;
import bub.bus.dialect.Visitor;
import bub.bus.policy.Lock.Admission;
import bub.bus.policy.Principal;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Link;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyFault;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.MessageType;
import bub.protocol.lobby.Registration;
import org.jspecify.annotations.Nullable;

/**
 * One connection on the lobby's wire: it belongs to the first agent that proves itself on it. Hub
 * thread only.
 */
final class LobbySession implements Session, Link.Receiver {
  private final Hub hub;
  private final Lobby lobby;
  private final Visitor visitor;
  private final LobbyLine line;
  private final long proofBy;
  private @Nullable LobbyPeer self;
  private boolean registering;
  private boolean over;
  private boolean sent;

  LobbySession(Link link, Hub hub, Lobby lobby, Visitor visitor) {
    this.hub = hub;
    this.lobby = lobby;
    this.visitor = visitor;
    this.line = new LobbyLine(link, lobby.id());
    this.proofBy = hub.nanoTime().getAsLong() + hub.limits().initializeTimeout().toNanos();
    link.open(this);
  }

  // ---- what comes in

  @Override
  public void onText(byte[] text) {
    sent = true;
    RawJson json;
    try {
      json = RawJson.parse(text, hub.limits().maxDepth());
    } catch (InvalidJson odd) {
      reject(Hints.NONE, "not JSON: " + odd.getMessage());
      return;
    }
    try {
      take(LobbyMessage.read(json));
    } catch (InvalidField odd) {
      reject(Hints.in(json), String.valueOf(odd.getMessage()));
    }
  }

  private void take(LobbyMessage message) {
    switch (message.type()) {
      case REGISTER -> register(message);
      case UPDATE_CAPABILITIES, DEREGISTER, DISCOVER_SERVICES, REQUEST, RESPONSE, ERROR -> {
        LobbyPeer agent = prove(message);
        if (agent != null) {
          new AgentOrders(hub, lobby, line, agent, this::leave).take(message);
        }
      }
      case REGISTER_ACK, UPDATE_CAPABILITIES_ACK, DEREGISTER_ACK, SERVICES_AVAILABLE ->
          throw new InvalidField("message_type", "only the lobby sends " + message.type());
    }
  }

  /** Answers what cannot be understood; the log has that somebody said it. */
  private void reject(Hints hints, String problem) {
    Address from = self != null ? self.clientId() : new Address(visitor.connectionId());
    record(from, lobby.id(), hints, RawJson.EMPTY_OBJECT).refused(problem);
    line.fault(
        hints.sender() == null ? from : hints.sender(),
        new LobbyFault(problem, hints.type(), hints.conversationText()),
        hints.conversation());
  }

  private LobbyRecord record(Address from, Address to, Hints hints, RawJson payload) {
    var id = hints.conversation() == null ? hub.messageIds().get() : hints.conversation();
    return LobbyRecord.begin(hub, new Envelope(from, to, id, payload), RequestId.NULL);
  }

  // ---- who is it

  /** The agent that sent the message, or null when it could not prove it and was told so. */
  private @Nullable LobbyPeer prove(LobbyMessage message) {
    Address sender = message.sender();
    if (self != null && !self.clientId().equals(sender)) {
      deny(message, "This connection belongs to '" + self.clientId() + "'.");
      return null;
    }
    switch (lobby.claim(sender, message.authToken())) {
      case FREE -> deny(message, failure(message) + " '" + sender + "' is not registered.");
      case TAKEN -> deny(message, failure(message));
      case OWNED -> {
        return self != null ? self : admit(message);
      }
    }
    return null;
  }

  private String failure(LobbyMessage message) {
    return lobby.addresses().contains(message.receiver())
        ? "Authentication failed for message to lobby."
        : "Authentication failed for message to '" + message.receiver() + "'.";
  }

  /** Says no to somebody who is not proven: as little as possible, and not too often. */
  private void deny(LobbyMessage message, String text) {
    LobbyRecord record = record(message, RawJson.EMPTY_OBJECT);
    record.note(LobbyEvent.AUTHENTICATION_FAILED, text + " (" + visitor + ")");
    record.refused(text);
    boolean guessed = message.authToken() != null;
    RpcError refusal = RpcError.of(ErrorCodes.UNAUTHENTICATED, text);
    RpcError answer = guessed ? hub.guessed(visitor.remoteAddress(), refusal) : refusal;
    line.fault(message.sender(), LobbyFault.of(answer.message()), message.conversation());
    if (!answer.equals(refusal)) {
      line.link().close(CloseCodes.REFUSED, "too many wrong tokens");
    }
  }

  private @Nullable LobbyPeer admit(LobbyMessage message) {
    return switch (knock(message)) {
      case Admission.Refused(RpcError error) -> {
        shutOut(message, error);
        yield null;
      }
      case Admission.Admitted(Principal principal) -> join(message.sender(), principal);
    };
  }

  private Admission knock(LobbyMessage message) {
    return hub.admit(visitor.knock(message.sender(), visitor.bearerToken(), message.authToken()));
  }

  private void shutOut(LobbyMessage message, RpcError error) {
    deny(message, error.message());
    line.link().close(CloseCodes.REFUSED, "not admitted");
  }

  private @Nullable LobbyPeer join(Address agent, @Nullable Principal principal) {
    var peer = new LobbyPeer(agent, visitor.connectionId(), hub, line, principal);
    if (hub.join(peer) != null) {
      line.link().close(CloseCodes.GOING_AWAY, "the bus is shutting down");
      return null;
    }
    self = peer;
    return peer;
  }

  // ---- registration

  private void register(LobbyMessage message) {
    Address agent = message.sender();
    if (!lobby.addresses().contains(message.receiver())) {
      throw new InvalidField("receiver_id", "a REGISTER goes to '" + lobby.id() + "'");
    }
    RawJson payload = message.payload().toRaw();
    CapabilityChange offer = CapabilityChange.readRegistration(payload);
    String obstacle = obstacle(message);
    if (obstacle != null) {
      refuse(message, record(message, RawJson.EMPTY_OBJECT), obstacle);
      return;
    }
    switch (knock(message)) {
      case Admission.Refused(RpcError error) -> shutOut(message, error);
      case Admission.Admitted(Principal principal) -> {
        registering = true;
        LobbyRecord record = record(message, LobbyRecord.payload(LobbyTypes.REGISTER, payload));
        lobby.register(
            agent, offer, record, outcome -> registered(message, record, principal, outcome));
      }
    }
  }

  /** Why this connection cannot have this id, or null. */
  private @Nullable String obstacle(LobbyMessage message) {
    Address agent = message.sender();
    if (registering || self != null && !self.clientId().equals(agent)) {
      return "This connection belongs to another agent, or is about to.";
    }
    return switch (lobby.claim(agent, message.authToken())) {
      case OWNED -> null;
      case TAKEN -> {
        if (message.authToken() != null) {
          hub.guessed(visitor.remoteAddress(), RpcError.of(ErrorCodes.UNAUTHENTICATED, ""));
        }
        yield "Agent id '" + agent + "' is already registered: present its auth_token.";
      }
      case FREE -> {
        if (LobbyDesk.isReserved(agent, lobby)) {
          yield "Agent id '" + agent + "' is reserved.";
        }
        yield hub.find(agent) == null
            ? null
            : "Agent id '" + agent + "' is in use by another connection.";
      }
    };
  }

  private void registered(
      LobbyMessage message,
      LobbyRecord record,
      @Nullable Principal principal,
      Registration outcome) {
    registering = false;
    switch (outcome) {
      case Registration.Refused(String problem) -> refuse(message, record, problem);
      case Registration.Done(String newToken) -> {
        record.note(LobbyEvent.AGENT_REGISTRATION_FINALIZED, null);
        record.done();
        if (!over && (self != null || join(message.sender(), principal) != null)) {
          String token = newToken == null ? message.authToken() : newToken;
          line.say(
              message.sender(),
              MessageType.REGISTER_ACK,
              new LobbyStatus(LobbyStatus.REGISTERED, lobby.id(), token),
              message.conversation());
        }
      }
    }
  }

  private void refuse(LobbyMessage message, LobbyRecord record, String problem) {
    record.note(LobbyEvent.AGENT_REGISTRATION_REFUSED, problem);
    record.refused(problem);
    line.fault(message.sender(), Hints.of(message).fault(problem), message.conversation());
  }

  private LobbyRecord record(LobbyMessage message, RawJson payload) {
    return record(message.sender(), message.receiver(), Hints.of(message), payload);
  }

  // ---- the end

  private void leave() {
    if (self != null) {
      hub.leave(self);
      self = null;
    }
  }

  @Override
  public void onClosed(int code, String reason) {
    over = true;
    if (self != null) {
      self.hangUp(reason);
      leave();
    }
  }

  @Override
  public void tick() {
    if (self != null) {
      self.expire();
    } else if (!registering && hub.nanoTime().getAsLong() - proofBy > 0) {
      line.link().close(CloseCodes.REFUSED, "no agent has registered in time");
    }
  }

  @Override
  public boolean hasSent() {
    boolean before = sent;
    sent = false;
    return before;
  }
}
