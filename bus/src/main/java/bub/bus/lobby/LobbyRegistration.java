package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.memory.MemoryHold;
import bub.bus.policy.BusLock.Admission;
import bub.bus.policy.Principal;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.MessageType;
import bub.protocol.lobby.Registration;
import bub.protocol.lobby.RegistrationTerms;
import org.jspecify.annotations.Nullable;

/** Registration of the agent of a connection, new or returning. Hub thread only. */
final class LobbyRegistration {
  private final Hub hub;
  private final Lobby lobby;
  private final LobbyWireWriter line;
  private final ConnectionOwner owner;
  private boolean registering;
  private boolean gone;

  LobbyRegistration(Hub hub, Lobby lobby, LobbyWireWriter line, ConnectionOwner owner) {
    this.hub = hub;
    this.lobby = lobby;
    this.line = line;
    this.owner = owner;
  }

  boolean isRegistering() {
    return registering;
  }

  void register(LobbyMessage message, MemoryHold hold) {
    if (!lobby.addresses().contains(message.receiver())) {
      throw new InvalidField("receiver_id", "must be '" + lobby.id() + "' for a REGISTER");
    }
    RawJson payload = message.payload().toRaw();
    CapabilityChange offer = CapabilityChange.readRegistration(payload);
    RegistrationTerms terms = terms(message, RegistrationTerms.read(payload));
    Registration.Refused obstacle = obstacle(message);
    if (obstacle != null) {
      hold.release();
      refuse(message, owner.record(message, RawJson.EMPTY_OBJECT), obstacle);
      return;
    }
    switch (owner.admission(message)) {
      case Admission.Refused(RpcError error) -> {
        hold.release();
        owner.shutOut(message, error);
      }
      case Admission.Admitted(Principal principal) -> {
        LobbyTrail record = owner.record(message, LobbyTrail.payload(LobbyTypes.REGISTER, payload));
        RpcError tooMuch = owner.countRegistration(message.sender());
        if (tooMuch != null) {
          hold.release();
          refuse(
              message,
              record,
              new Registration.Refused(LobbyErrorCode.RATE_LIMITED, tooMuch.message()));
          return;
        }
        registering = true;
        var exchange = new RegistrationExchange(message, principal, record, hold);
        new LobbyOrderHandler(lobby).carryOut(new LobbyOrder.Register(offer, terms), exchange);
      }
    }
  }

  /** Registration on this wire: the agent joins the bus before it is told. */
  private final class RegistrationExchange implements LobbyExchange {
    private final LobbyMessage message;
    private final @Nullable Principal principal;
    private final LobbyTrail trail;
    private final MemoryHold hold;

    RegistrationExchange(
        LobbyMessage message, @Nullable Principal principal, LobbyTrail trail, MemoryHold hold) {
      this.message = message;
      this.principal = principal;
      this.trail = trail;
      this.hold = hold;
    }

    @Override
    public Address from() {
      return message.sender();
    }

    @Override
    public LobbyTrail trail() {
      return trail;
    }

    @Override
    public @Nullable ConnectedPeer peer() {
      return null; // it is not a peer yet
    }

    @Override
    public CallDelivery delivery() {
      throw new IllegalStateException("a registration is not a call");
    }

    @Override
    public void answer(LobbyAnswer answer) {
      registering = false;
      hold.release();
      switch (answer) {
        case LobbyAnswer.Done(LobbyStatus status) -> {
          trail.done();
          welcome(message, principal, status.orElseToken(message.authToken()));
        }
        case LobbyAnswer.Refused(LobbyErrorCode code, String problem) -> {
          trail.refused(problem);
          fault(message, code, problem);
        }
        case LobbyAnswer.Found _, LobbyAnswer.Called _, LobbyAnswer.Unavailable _ ->
            throw new IllegalStateException("not an answer to a registration: " + answer);
      }
    }
  }

  /** The version may be outside of the payload here; the conversation id always is. */
  private static RegistrationTerms terms(LobbyMessage message, RegistrationTerms inPayload) {
    if (inPayload.conversation() != null) {
      throw new InvalidField(
          "payload." + RegistrationTerms.CONVERSATION, "must be beside the payload, not in it");
    }
    String version = message.protocolVersion();
    MessageId conversation = message.conversation();
    return new RegistrationTerms(
        version == null ? inPayload.protocolVersion() : version,
        conversation == null ? null : conversation.value());
  }

  /** Returns the reason why this connection cannot have this id, or null. */
  private Registration.@Nullable Refused obstacle(LobbyMessage message) {
    Address id = message.sender();
    if (registering || owner.isOfAnother(id)) {
      return taken("Another agent owns or is registering this connection.");
    }
    return switch (lobby.claim(id, ConnectionOwner.proof(message))) {
      case OWNED, REPEATED -> null;
      case TAKEN -> {
        if (message.authToken() != null) {
          owner.guessed(RpcError.of(ErrorCodes.UNAUTHENTICATED, ""));
        }
        yield taken("Agent id '" + id + "' is already registered. Send its auth_token.");
      }
      case FREE -> {
        if (LobbyService.isReserved(id, lobby)) {
          yield taken("Agent id '" + id + "' is reserved.");
        }
        yield !hub.isConnected(id)
            ? null
            : taken("Agent id '" + id + "' is in use by another connection.");
      }
    };
  }

  private static Registration.Refused taken(String problem) {
    return new Registration.Refused(LobbyErrorCode.ID_TAKEN, problem);
  }

  private void welcome(LobbyMessage message, @Nullable Principal principal, LobbyStatus status) {
    if (owner.agent() != null) {
      acknowledge(message, status);
    } else if (!gone) {
      owner.join(
          message.sender(),
          principal,
          agent -> {
            if (agent != null) {
              hub.whenAnnounced(() -> acknowledge(message, status));
            }
          });
    }
  }

  private void acknowledge(LobbyMessage message, LobbyStatus status) {
    line.say(message.sender(), MessageType.REGISTER_ACK, status, message.conversation());
  }

  private void refuse(LobbyMessage message, LobbyTrail record, Registration.Refused refused) {
    record.note(LobbyEvent.AGENT_REGISTRATION_REFUSED, refused.problem());
    record.refused(refused.problem());
    fault(message, refused.code(), refused.problem());
  }

  private void fault(LobbyMessage message, LobbyErrorCode code, String problem) {
    line.fault(
        message.sender(),
        RefusedMessageHints.of(message).fault(code, problem),
        message.conversation());
  }

  /** Marks the connection as closed, so that the agent does not join any more. */
  void hangUp() {
    gone = true;
  }
}
