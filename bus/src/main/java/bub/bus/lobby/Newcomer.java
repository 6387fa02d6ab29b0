package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.memory.MemoryHold;
import bub.bus.policy.Lock.Admission;
import bub.bus.policy.Principal;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.MessageType;
import bub.protocol.lobby.Registration;
import org.jspecify.annotations.Nullable;

/** Registers the agent of a connection, new or come back. Hub thread only. */
final class Newcomer {
  private final Hub hub;
  private final Lobby lobby;
  private final LobbyLine line;
  private final Tenancy tenancy;
  private boolean registering;
  private boolean gone;

  Newcomer(Hub hub, Lobby lobby, LobbyLine line, Tenancy tenancy) {
    this.hub = hub;
    this.lobby = lobby;
    this.line = line;
    this.tenancy = tenancy;
  }

  boolean isRegistering() {
    return registering;
  }

  void register(LobbyMessage message, MemoryHold hold) {
    if (!lobby.addresses().contains(message.receiver())) {
      throw new InvalidField("receiver_id", "a REGISTER goes to '" + lobby.id() + "'");
    }
    RawJson payload = message.payload().toRaw();
    CapabilityChange offer = CapabilityChange.readRegistration(payload);
    String obstacle = obstacle(message);
    if (obstacle != null) {
      hold.release();
      refuse(message, tenancy.record(message, RawJson.EMPTY_OBJECT), obstacle);
      return;
    }
    switch (tenancy.knock(message)) {
      case Admission.Refused(RpcError error) -> {
        hold.release();
        tenancy.shutOut(message, error);
      }
      case Admission.Admitted(Principal principal) -> {
        registering = true;
        LobbyRecord record =
            tenancy.record(message, LobbyRecord.payload(LobbyTypes.REGISTER, payload));
        lobby.register(
            message.sender(),
            offer,
            record,
            outcome -> {
              hold.release();
              registered(message, record, principal, outcome);
            });
      }
    }
  }

  /** Why this connection cannot have this id, or null. */
  private @Nullable String obstacle(LobbyMessage message) {
    Address id = message.sender();
    if (registering || tenancy.isOfAnother(id)) {
      return "This connection belongs to another agent, or is about to.";
    }
    return switch (lobby.claim(id, message.authToken())) {
      case OWNED -> null;
      case TAKEN -> {
        if (message.authToken() != null) {
          tenancy.guessed(RpcError.of(ErrorCodes.UNAUTHENTICATED, ""));
        }
        yield "Agent id '" + id + "' is already registered: present its auth_token.";
      }
      case FREE -> {
        if (LobbyDesk.isReserved(id, lobby)) {
          yield "Agent id '" + id + "' is reserved.";
        }
        yield hub.find(id) == null
            ? null
            : "Agent id '" + id + "' is in use by another connection.";
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
        welcome(message, principal, newToken == null ? message.authToken() : newToken);
      }
    }
  }

  private void welcome(
      LobbyMessage message, @Nullable Principal principal, @Nullable String token) {
    boolean isIn =
        !gone && (tenancy.agent() != null || tenancy.join(message.sender(), principal) != null);
    if (isIn) {
      line.say(
          message.sender(),
          MessageType.REGISTER_ACK,
          new LobbyStatus(LobbyStatus.REGISTERED, lobby.id(), token),
          message.conversation());
    }
  }

  private void refuse(LobbyMessage message, LobbyRecord record, String problem) {
    record.note(LobbyEvent.AGENT_REGISTRATION_REFUSED, problem);
    record.refused(problem);
    line.fault(message.sender(), Hints.of(message).fault(problem), message.conversation());
  }

  /** The connection is over: nobody is there to be welcomed. */
  void hangUp() {
    gone = true;
  }
}
