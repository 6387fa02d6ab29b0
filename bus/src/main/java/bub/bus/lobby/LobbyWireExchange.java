package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.memory.MemoryHold;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.CallDelivery;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.MessageType;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import org.jspecify.annotations.Nullable;

/**
 * Order on the lobby's own wire, answered by a message of that wire. Hub thread only.
 *
 * @param message has a conversation when it is a call
 */
record LobbyWireExchange(
    Hub hub,
    Lobby lobby,
    LobbyWireWriter wire,
    ConnectionOwner owner,
    LobbyMessage message,
    Envelope envelope,
    LobbyTrail trail,
    MemoryHold hold)
    implements LobbyExchange {

  static LobbyOrder order(LobbyMessage message) {
    RawJson payload = message.payload().toRaw();
    return switch (message.type()) {
      case UPDATE_CAPABILITIES -> new LobbyOrder.Update(CapabilityChange.readUpdate(payload));
      case DEREGISTER -> new LobbyOrder.Deregister();
      case DISCOVER_SERVICES -> new LobbyOrder.Discover(Discovery.read(payload));
      case REQUEST -> new LobbyOrder.Call(call(message, payload));
      case REGISTER,
          RESPONSE,
          MESSAGE,
          ERROR,
          REGISTER_ACK,
          UPDATE_CAPABILITIES_ACK,
          DEREGISTER_ACK,
          SERVICES_AVAILABLE,
          MESSAGE_ACK ->
          throw new IllegalStateException("not an order: " + message.type());
    };
  }

  private static ServiceCall call(LobbyMessage message, RawJson payload) {
    String name = payload.fields().string(ServiceCall.CAPABILITY_NAME);
    boolean any = message.receiver().value().equals(ServiceCall.ANY);
    return new ServiceCall(
        any ? null : message.receiver(),
        CapabilityRef.check(ServiceCall.CAPABILITY_NAME, name),
        payload);
  }

  static String loggedType(MessageType type) {
    return switch (type) {
      case REGISTER -> LobbyTypes.REGISTER;
      case UPDATE_CAPABILITIES -> LobbyTypes.UPDATE;
      case DEREGISTER -> LobbyTypes.DEREGISTER;
      case DISCOVER_SERVICES -> LobbyTypes.DISCOVER;
      case REQUEST -> LobbyTypes.REQUEST;
      case RESPONSE,
          MESSAGE,
          ERROR,
          REGISTER_ACK,
          UPDATE_CAPABILITIES_ACK,
          DEREGISTER_ACK,
          SERVICES_AVAILABLE,
          MESSAGE_ACK ->
          throw new IllegalStateException("not an order: " + type);
    };
  }

  @Override
  public Address from() {
    return message.sender();
  }

  @Override
  public @Nullable ConnectedPeer peer() {
    return hub.find(from());
  }

  @Override
  public CallDelivery delivery() {
    return new LobbyCallDelivery(
        hub, this, envelope, message.payload().toRaw(), hub.messageIds(), this::pass);
  }

  private void pass(Address provider, ServiceResponse response) {
    wire.pass(provider, from(), MessageType.RESPONSE, response, message.conversation());
  }

  @Override
  public void answer(LobbyAnswer answer) {
    hold.release();
    switch (answer) {
      case LobbyAnswer.Done(var status) -> {
        trail.done();
        say(acknowledgement(), status);
        if (message.type() == MessageType.DEREGISTER) {
          owner.leave("it left the lobby");
        }
      }
      case LobbyAnswer.Found(var agents) -> {
        trail.done();
        say(MessageType.SERVICES_AVAILABLE, agents);
      }
      case LobbyAnswer.Called(var provider, var response) -> {
        trail.ended(response);
        pass(provider == null ? lobby.id() : provider, response);
      }
      case LobbyAnswer.Refused(LobbyErrorCode code, String problem) -> {
        trail.refused(problem);
        fail(code, problem);
      }
      case LobbyAnswer.Unavailable(String problem) -> {
        trail.failed(problem);
        fail(LobbyErrorCode.UNAVAILABLE, problem);
      }
    }
  }

  private MessageType acknowledgement() {
    return message.type() == MessageType.DEREGISTER
        ? MessageType.DEREGISTER_ACK
        : MessageType.UPDATE_CAPABILITIES_ACK;
  }

  private void say(MessageType type, JsonValue payload) {
    wire.say(from(), type, payload, message.conversation());
  }

  private void fail(LobbyErrorCode code, String problem) {
    MessageId conversation = message.conversation();
    wire.fault(from(), RefusedMessageHints.of(message).fault(code, problem), conversation);
  }
}
