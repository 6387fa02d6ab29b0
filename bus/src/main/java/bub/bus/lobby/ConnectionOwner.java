package bub.bus.lobby;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bus.Hub;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.policy.BusLock.Admission;
import bub.bus.policy.Principal;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyError;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyMessage;
import bub.protocol.lobby.MessageType;
import bub.protocol.lobby.RegistrationTerms;
import java.security.MessageDigest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Owner of a connection: none, then the agent that authenticated on it. Hub thread only. */
final class ConnectionOwner {
  private final Hub hub;
  private final Lobby lobby;
  private final UnauthenticatedPeer connection;
  private final LobbyWireWriter line;
  private final Runnable resume;
  private @Nullable LobbyPeer agent;
  private @Nullable String proven;
  private long proofBy;
  private boolean joining;
  private boolean closed;

  /** {@code resume} takes the messages that waited while the agent joined. */
  ConnectionOwner(
      Hub hub, Lobby lobby, UnauthenticatedPeer connection, LobbyWireWriter line, Runnable resume) {
    this.hub = hub;
    this.lobby = lobby;
    this.connection = connection;
    this.line = line;
    this.resume = resume;
    this.proofBy = deadline();
  }

  @Nullable LobbyPeer agent() {
    return agent;
  }

  boolean isOfAnother(Address sender) {
    return agent != null && !agent.clientId().equals(sender);
  }

  /** True while a cluster decides whether the agent may have its id. Later messages wait. */
  boolean isJoining() {
    return joining;
  }

  /** Passes the agent on; null when authentication failed and the sender got an error. */
  void prove(LobbyMessage message, Consumer<@Nullable LobbyPeer> then) {
    Address sender = message.sender();
    if (agent != null && isOfAnother(sender)) {
      deny(message, "This connection belongs to '" + agent.clientId() + "'.");
      then.accept(null);
    } else if (agent != null && isProven(message.authToken())) {
      then.accept(agent);
    } else {
      proveByToken(message, then);
    }
  }

  private void proveByToken(LobbyMessage message, Consumer<@Nullable LobbyPeer> then) {
    Address sender = message.sender();
    switch (lobby.claim(sender, message.authToken())) {
      case FREE -> {
        deny(message, failure(message) + " '" + sender + "' is not registered.");
        then.accept(null);
      }
      case TAKEN, REPEATED -> {
        deny(message, failure(message));
        then.accept(null);
      }
      case OWNED -> {
        proven = message.authToken();
        if (agent != null) {
          then.accept(agent);
        } else {
          admit(message, then);
        }
      }
    }
  }

  /** An accepted token need not be hashed again. */
  private boolean isProven(@Nullable String token) {
    return proven != null
        && token != null
        && MessageDigest.isEqual(token.getBytes(UTF_8), proven.getBytes(UTF_8));
  }

  private String failure(LobbyMessage message) {
    return lobby.addresses().contains(message.receiver())
        ? "Authentication failed for message to lobby."
        : "Authentication failed for message to '" + message.receiver() + "'.";
  }

  private void admit(LobbyMessage message, Consumer<@Nullable LobbyPeer> then) {
    switch (admission(message)) {
      case Admission.Refused(RpcError error) -> {
        shutOut(message, error);
        then.accept(null);
      }
      case Admission.Admitted(Principal principal) -> join(message.sender(), principal, then);
    }
  }

  Admission admission(LobbyMessage message) {
    return hub.admit(
        connection.present(message.sender(), connection.bearerToken(), proof(message)));
  }

  /** Returns the token, or the conversation id that repeats a registration without a token. */
  static @Nullable String proof(LobbyMessage message) {
    MessageId conversation = message.conversation();
    boolean repeats = message.type() == MessageType.REGISTER && message.authToken() == null;
    return repeats && conversation != null ? conversation.value() : message.authToken();
  }

  void shutOut(LobbyMessage message, RpcError error) {
    boolean isUnproven = error.code() == ErrorCodes.UNAUTHENTICATED;
    deny(
        message,
        isUnproven ? LobbyErrorCode.AUTHENTICATION_FAILED : LobbyErrorCode.UNAUTHORIZED,
        error.message());
    line.link().close(CloseCodes.REFUSED, "not admitted");
  }

  /** Passes the agent on; null when the bus accepts no more peers, or cannot decide now. */
  void join(Address id, @Nullable Principal principal, Consumer<@Nullable LobbyPeer> then) {
    var peer = new LobbyPeer(id, connection, hub, line, principal);
    peer.presented(connection.bearerToken());
    joining = true;
    hub.join(peer, () -> !closed, refusal -> joined(peer, refusal, then));
  }

  private void joined(
      LobbyPeer peer, @Nullable RpcError refusal, Consumer<@Nullable LobbyPeer> then) {
    joining = false;
    if (refusal != null) {
      line.link().close(CloseCodes.GOING_AWAY, "the bus accepts no connections now");
    } else if (!closed) {
      agent = peer;
    }
    then.accept(agent);
    resume.run();
  }

  /** Ends the connection. */
  void close(String reason) {
    closed = true;
    leave(reason);
  }

  /** Removes the agent, which deregistered or disconnected, and ends the calls that wait for it. */
  void leave(String reason) {
    if (agent != null) {
      agent.hangUp(reason);
      hub.leave(agent);
      agent = null;
      proven = null;
      proofBy = deadline();
    }
  }

  boolean isOverdue() {
    return agent == null && hub.nanoTime().getAsLong() - proofBy > 0;
  }

  private long deadline() {
    return hub.nanoTime().getAsLong() + hub.limits().initializeTimeout().toNanos();
  }

  /** Refuses an unauthenticated sender, with few details and a limit on attempts. */
  private void deny(LobbyMessage message, String text) {
    deny(message, LobbyErrorCode.AUTHENTICATION_FAILED, text);
  }

  private void deny(LobbyMessage message, LobbyErrorCode code, String text) {
    LobbyTrail record = record(message, RawJson.EMPTY_OBJECT);
    record.note(LobbyEvent.AUTHENTICATION_FAILED, text + " (" + connection + ")");
    record.refused(text);
    RpcError refusal = RpcError.of(ErrorCodes.UNAUTHENTICATED, text);
    RpcError answer = message.authToken() == null ? refusal : guessed(refusal);
    line.fault(message.sender(), LobbyError.of(code, answer.message()), message.conversation());
    if (!answer.equals(refusal)) {
      line.link().close(CloseCodes.REFUSED, "too many wrong tokens");
    }
  }

  RpcError guessed(RpcError refusal) {
    return hub.guessed(connection.remoteAddress(), refusal);
  }

  /** Counts a registration for its id and for this connection, which may try many ids. */
  @Nullable RpcError countRegistration(Address id) {
    RpcError tooMuch = agent == null ? hub.serviceChecks().count(connection.connectionId()) : null;
    return tooMuch == null ? hub.serviceChecks().count(id.value()) : tooMuch;
  }

  LobbyTrail record(LobbyMessage message, RawJson payload) {
    boolean isSecret = message.type() == MessageType.REGISTER && message.authToken() == null;
    MessageId conversation =
        isSecret ? unlessSecret(message.conversation()) : message.conversation();
    return record(message.sender(), message.receiver(), conversation, payload);
  }

  /** Hides a conversation id that can repeat a registration, because it grants access to an id. */
  private static @Nullable MessageId unlessSecret(@Nullable MessageId conversation) {
    return conversation == null || RegistrationTerms.isUnguessable(conversation.value())
        ? null
        : conversation;
  }

  /** Starts the record of an unreadable message. Its sender is the owner of the connection. */
  LobbyTrail recordUnreadable(RefusedMessageHints hints) {
    boolean isSecret = MessageType.REGISTER.name().equals(hints.type());
    MessageId conversation = isSecret ? unlessSecret(hints.conversation()) : hints.conversation();
    return record(self(), lobby.id(), conversation, RawJson.EMPTY_OBJECT);
  }

  Address self() {
    return agent != null ? agent.clientId() : new Address(connection.connectionId());
  }

  private LobbyTrail record(
      Address from, Address to, @Nullable MessageId conversation, RawJson payload) {
    MessageId id = conversation == null ? hub.messageIds().get() : conversation;
    return LobbyTrail.begin(hub, new Envelope(from, to, id, payload), RequestId.NULL);
  }
}
