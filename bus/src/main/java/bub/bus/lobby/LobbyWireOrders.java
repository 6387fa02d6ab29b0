package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.memory.MemoryHold;
import bub.bus.policy.PolicyDecision;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.CallResult;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyError;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.MessageType;
import bub.protocol.lobby.Registration;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.lobby.Services;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what an agent on the lobby's wire says once it has proven who it is. Hub thread only.
 */
record LobbyWireOrders(
    Hub hub,
    Lobby lobby,
    LobbyWireWriter line,
    LobbyPeer agent,
    ConnectionOwner tenancy,
    MemoryHold hold) {

  void take(LobbyMessage message) {
    switch (message.type()) {
      case UPDATE_CAPABILITIES -> update(message);
      case DEREGISTER -> deregister(message);
      case DISCOVER_SERVICES -> discover(message);
      case REQUEST -> request(message);
      case RESPONSE -> respond(message);
      case MESSAGE -> new DirectMessage(hub, lobby, line, agent, hold).send(message);
      case ERROR -> fail(message);
      case REGISTER,
          REGISTER_ACK,
          UPDATE_CAPABILITIES_ACK,
          DEREGISTER_ACK,
          SERVICES_AVAILABLE,
          MESSAGE_ACK ->
          throw new IllegalStateException("not an order: " + message.type());
    }
  }

  // ---- to the lobby

  private void update(LobbyMessage message) {
    CapabilityChange change = CapabilityChange.readUpdate(toLobby(message));
    LobbyTrail record = begin(message, LobbyTypes.UPDATE);
    if (record == null) {
      return;
    }
    lobby.update(
        agent.clientId(),
        change,
        record,
        outcome ->
            finish(
                message,
                record,
                outcome,
                MessageType.UPDATE_CAPABILITIES_ACK,
                LobbyStatus.UPDATED));
  }

  private void deregister(LobbyMessage message) {
    toLobby(message);
    LobbyTrail record = begin(message, LobbyTypes.DEREGISTER);
    if (record == null) {
      return;
    }
    lobby.deregister(
        agent.clientId(),
        record,
        outcome -> {
          finish(message, record, outcome, MessageType.DEREGISTER_ACK, LobbyStatus.DEREGISTERED);
          if (outcome instanceof Registration.Done) {
            tenancy.leave("it has left the lobby");
          }
        });
  }

  private void finish(
      LobbyMessage message,
      LobbyTrail record,
      Registration outcome,
      MessageType ack,
      String status) {
    hold.release();
    switch (outcome) {
      case Registration.Done _ -> {
        record.done();
        say(message, ack, new LobbyStatus(status, lobby.id(), null));
      }
      case Registration.Refused(LobbyErrorCode code, String problem) -> {
        record.refused(problem);
        complain(message, code, problem);
      }
    }
  }

  private void discover(LobbyMessage message) {
    Discovery discovery = Discovery.read(toLobby(message));
    LobbyTrail record = begin(message, LobbyTypes.DISCOVER);
    if (record == null) {
      return;
    }
    lobby.discover(
        agent.clientId(),
        discovery,
        record,
        new Lobby.Answer<>() {
          @Override
          public void give(Services services) {
            hold.release();
            record.done();
            say(message, MessageType.SERVICES_AVAILABLE, services);
          }

          @Override
          public void fail(String problem) {
            hold.release();
            record.failed(problem);
            complain(message, LobbyErrorCode.UNAVAILABLE, problem);
          }
        });
  }

  private RawJson toLobby(LobbyMessage message) {
    if (!lobby.addresses().contains(message.receiver())) {
      throw new InvalidField(
          "receiver_id", "a " + message.type() + " goes to '" + lobby.id() + "'");
    }
    return message.payload().toRaw();
  }

  // ---- to other agents

  private void request(LobbyMessage received) {
    MessageId given = received.conversation();
    MessageId conversation = given == null ? hub.messageIds().get() : given;
    LobbyMessage message = given == null ? received.in(conversation) : received;
    RawJson payload = message.payload().toRaw();
    var request =
        new Envelope(
            agent.clientId(),
            message.receiver(),
            conversation,
            LobbyTrail.payload(LobbyTypes.REQUEST, payload));
    LobbyTrail record = LobbyTrail.begin(hub, request, RequestId.NULL);
    if (hub.judgeToLobby(agent, request) instanceof PolicyDecision.Refused(_, RpcError error)) {
      answer(message, record, CallResult.refused(refusal(error)));
      return;
    }
    var errand =
        new LobbyCallDelivery(
            hub,
            request,
            payload,
            hub.messageIds(),
            record,
            (provider, response) -> pass(message, provider, response));
    try {
      lobby.call(errand, call(message), result -> answer(message, record, result));
    } catch (InvalidField odd) {
      String problem = String.valueOf(odd.getMessage());
      ServiceResponse refusal = ServiceResponse.error(CallError.INVALID_INPUT, problem);
      answer(message, record, CallResult.refused(refusal));
    }
  }

  private static ServiceResponse refusal(RpcError error) {
    boolean tooMuch = error.code() == ErrorCodes.OVERLOADED;
    return ServiceResponse.error(
        tooMuch ? CallError.RATE_LIMITED : CallError.UNAUTHORIZED, error.message());
  }

  private static ServiceCall call(LobbyMessage message) {
    RawJson payload = message.payload().toRaw();
    String name = payload.fields().string(ServiceCall.CAPABILITY_NAME);
    boolean any = message.receiver().value().equals(ServiceCall.ANY);
    return new ServiceCall(
        any ? null : message.receiver(),
        CapabilityRef.check(ServiceCall.CAPABILITY_NAME, name),
        payload);
  }

  private void answer(LobbyMessage message, LobbyTrail record, CallResult result) {
    hold.release();
    record.ended(result.response());
    pass(message, result.provider() == null ? lobby.id() : result.provider(), result.response());
  }

  private void pass(LobbyMessage message, Address from, ServiceResponse response) {
    line.pass(from, message.sender(), MessageType.RESPONSE, response, message.conversation());
  }

  private void respond(LobbyMessage message) {
    hold.release();
    MessageId conversation = message.conversation();
    if (conversation == null
        || !agent.answered(message.receiver(), conversation, message.payload().toRaw())) {
      notAsked(message);
    }
  }

  /** An agent's error in an open conversation is its answer; to the lobby it is only told. */
  private void fail(LobbyMessage message) {
    hold.release();
    LobbyError fault = LobbyError.read(message.payload().toRaw());
    if (lobby.addresses().contains(message.receiver())) {
      LobbyTrail.begin(hub, envelope(message, "lobby_error"), RequestId.NULL).done();
      return;
    }
    MessageId conversation = message.conversation();
    if (conversation == null || !agent.failed(message.receiver(), conversation, fault.error())) {
      notAsked(message);
    }
  }

  private void notAsked(LobbyMessage message) {
    String problem =
        "conversation_id: '%s' has no open request in this conversation with you"
            .formatted(message.receiver());
    tenancy.record(message, RawJson.EMPTY_OBJECT).refused(problem);
    complain(message, LobbyErrorCode.NO_OPEN_REQUEST, problem);
  }

  // ---- how it is said

  /** The record of a message that the bus lets through; else null, and the agent is told why. */
  private @Nullable LobbyTrail begin(LobbyMessage message, String type) {
    Envelope envelope = envelope(message, type);
    LobbyTrail record = LobbyTrail.begin(hub, envelope, RequestId.NULL);
    if (hub.judgeToLobby(agent, envelope) instanceof PolicyDecision.Refused(_, RpcError error)) {
      hold.release();
      record.refused(error.message());
      complain(message, code(error), error.message());
      return null;
    }
    return record;
  }

  /** The code of an error that the bus refuses a message with. */
  static LobbyErrorCode code(RpcError error) {
    return switch (error.code()) {
      case ErrorCodes.OVERLOADED -> LobbyErrorCode.RATE_LIMITED;
      case ErrorCodes.DRAINING -> LobbyErrorCode.UNAVAILABLE;
      default -> LobbyErrorCode.UNAUTHORIZED;
    };
  }

  private Envelope envelope(LobbyMessage message, String type) {
    MessageId conversation = message.conversation();
    return new Envelope(
        agent.clientId(),
        message.receiver(),
        conversation == null ? hub.messageIds().get() : conversation,
        LobbyTrail.payload(type, message.payload().toRaw()));
  }

  private void say(LobbyMessage message, MessageType type, JsonValue payload) {
    line.say(message.sender(), type, payload, message.conversation());
  }

  private void complain(LobbyMessage message, LobbyErrorCode code, String problem) {
    line.fault(
        message.sender(),
        RefusedMessageHints.of(message).fault(code, problem),
        message.conversation());
  }
}
