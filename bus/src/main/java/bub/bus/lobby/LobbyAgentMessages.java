package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.memory.MemoryHold;
import bub.bus.policy.PolicyDecision;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyError;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.trace.Causality;

/** Handler of the messages of an authenticated agent on the lobby's own wire. Hub thread only. */
record LobbyAgentMessages(
    Hub hub,
    Lobby lobby,
    LobbyWireWriter wire,
    LobbyPeer agent,
    ConnectionOwner owner,
    MemoryHold hold) {

  void handle(LobbyMessage message) {
    switch (message.type()) {
      case UPDATE_CAPABILITIES, DEREGISTER, DISCOVER_SERVICES -> order(message);
      case REQUEST -> request(message);
      case RESPONSE -> respond(message);
      case MESSAGE -> new DirectMessage(hub, lobby, wire, agent, hold).send(message);
      case ERROR -> fail(message);
      case REGISTER,
          REGISTER_ACK,
          UPDATE_CAPABILITIES_ACK,
          DEREGISTER_ACK,
          SERVICES_AVAILABLE,
          MESSAGE_ACK ->
          throw new IllegalStateException("not an agent message: " + message.type());
    }
  }

  private void order(LobbyMessage message) {
    checkReceiver(message);
    LobbyOrder order = LobbyWireExchange.order(message);
    LobbyWireExchange exchange = begin(message);
    switch (judge(exchange)) {
      case PolicyDecision.Refused(_, RpcError error) ->
          exchange.answer(new LobbyAnswer.Refused(code(error), error.message()));
      case PolicyDecision.Allowed _ -> new LobbyOrderHandler(lobby).carryOut(order, exchange);
    }
  }

  private void checkReceiver(LobbyMessage message) {
    if (!lobby.addresses().contains(message.receiver())) {
      throw new InvalidField("receiver_id", "must be '" + lobby.id() + "' for a " + message.type());
    }
  }

  /** Carries out a call. Its refusals are answers to the call, not errors of the message. */
  private void request(LobbyMessage received) {
    LobbyMessage message =
        received.conversation() == null ? received.in(hub.messageIds().get()) : received;
    LobbyWireExchange exchange = begin(message);
    switch (judge(exchange)) {
      case PolicyDecision.Refused(_, RpcError error) ->
          exchange.answer(refusal(callError(error), error.message()));
      case PolicyDecision.Allowed _ -> {
        try {
          new LobbyOrderHandler(lobby).carryOut(LobbyWireExchange.order(message), exchange);
        } catch (InvalidField odd) {
          exchange.answer(refusal(CallError.INVALID_INPUT, String.valueOf(odd.getMessage())));
        }
      }
    }
  }

  private static CallError callError(RpcError error) {
    return error.code() == ErrorCodes.OVERLOADED ? CallError.RATE_LIMITED : CallError.UNAUTHORIZED;
  }

  private static LobbyAnswer refusal(CallError code, String problem) {
    return new LobbyAnswer.Called(null, ServiceResponse.error(code, problem));
  }

  private void respond(LobbyMessage message) {
    hold.release();
    MessageId conversation = message.conversation();
    if (conversation == null
        || !agent.answered(message.receiver(), conversation, message.payload().toRaw())) {
      refuseUnasked(message);
    }
  }

  /** Takes an error in an open conversation as the answer; the log keeps one to the lobby. */
  private void fail(LobbyMessage message) {
    hold.release();
    LobbyError error = LobbyError.read(message.payload().toRaw());
    if (lobby.addresses().contains(message.receiver())) {
      LobbyTrail.begin(hub, envelope(message, "lobby_error"), RequestId.NULL).done();
      return;
    }
    MessageId conversation = message.conversation();
    if (conversation == null || !agent.failed(message.receiver(), conversation, error.error())) {
      refuseUnasked(message);
    }
  }

  private void refuseUnasked(LobbyMessage message) {
    String problem =
        "conversation_id: '%s' has no open request in this conversation with you"
            .formatted(message.receiver());
    owner.record(message, RawJson.EMPTY_OBJECT).refused(problem);
    wire.fault(
        message.sender(),
        RefusedMessageHints.of(message).fault(LobbyErrorCode.NO_OPEN_REQUEST, problem),
        message.conversation());
  }

  private LobbyWireExchange begin(LobbyMessage message) {
    Envelope envelope = envelope(message, LobbyWireExchange.loggedType(message.type()));
    LobbyTrail trail = LobbyTrail.begin(hub, envelope, RequestId.NULL);
    return new LobbyWireExchange(hub, lobby, wire, owner, message, envelope, trail, hold);
  }

  private PolicyDecision judge(LobbyWireExchange exchange) {
    PolicyDecision decision = hub.serviceChecks().judge(agent, exchange.envelope());
    if (decision instanceof PolicyDecision.Allowed) {
      hub.serviceChecks().joinTrace(agent, exchange.envelope(), exchange.trail().trail());
    }
    return decision;
  }

  static LobbyErrorCode code(RpcError error) {
    return switch (error.code()) {
      case ErrorCodes.OVERLOADED -> LobbyErrorCode.RATE_LIMITED;
      case ErrorCodes.DRAINING -> LobbyErrorCode.UNAVAILABLE;
      default -> LobbyErrorCode.UNAUTHORIZED;
    };
  }

  private Envelope envelope(LobbyMessage message, String type) {
    MessageId conversation = message.conversation();
    RawJson payload = message.payload().toRaw();
    return new Envelope(
        agent.clientId(),
        message.receiver(),
        conversation == null ? hub.messageIds().get() : conversation,
        Causality.read(payload).addTo(LobbyTrail.payload(type, payload)));
  }
}
