package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.dialect.WireSession;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryHold;
import bub.bus.memory.MemoryKind;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Link;
import bub.protocol.CloseCodes;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.LobbyMessage;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Session of one connection in the lobby's protocol. Hub thread only. */
final class LobbySession implements WireSession, Link.Receiver {
  /** Approximate size of the objects that one message retains until it is handled. */
  static final long ORDER_BYTES = 1_024;

  private static final long OPEN_REQUEST_BYTES = 512;

  /** Above this number of waiting messages, the bus stops reading from the connection. */
  private static final int MAX_WAITING = 64;

  private final Hub hub;
  private final Lobby lobby;
  private final LobbyWireWriter line;
  private final ConnectionOwner owner;
  private final LobbyRegistration registration;
  private final MemoryAccount account;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>(0);
  private long openBytes;
  private boolean sent;

  LobbySession(Link link, Hub hub, Lobby lobby, UnauthenticatedPeer peer) {
    this.hub = hub;
    this.lobby = lobby;
    this.account = peer.account();
    this.line = new LobbyWireWriter(link, lobby.id());
    this.owner = new ConnectionOwner(hub, lobby, peer, line, this::resume);
    this.registration = new LobbyRegistration(hub, lobby, line, owner);
    link.open(this);
  }

  @Override
  public void onText(byte[] text) {
    sent = true;
    if (owner.isJoining() || !waiting.isEmpty()) {
      waiting.add(text);
      account.charge(MemoryKind.FRAMES, text.length);
    } else {
      read(text);
    }
  }

  /** Takes the messages that waited while the agent joined the bus. */
  private void resume() {
    while (!owner.isJoining() && !waiting.isEmpty()) {
      byte[] text = waiting.remove();
      account.release(MemoryKind.FRAMES, text.length);
      read(text);
    }
  }

  private void read(byte[] text) {
    RawJson json;
    try {
      json = RawJson.parse(text, hub.limits().maxDepth());
    } catch (InvalidJson odd) {
      reject(
          RefusedMessageHints.NONE,
          LobbyErrorCode.INVALID_MESSAGE,
          "not JSON: " + odd.getMessage());
      return;
    }
    MemoryHold hold = MemoryHold.take(account, MemoryKind.LOBBY, ORDER_BYTES + text.length);
    if (hold == null) {
      reject(
          RefusedMessageHints.in(json),
          LobbyErrorCode.RATE_LIMITED,
          "the bus is out of memory for this message: try again later");
      return;
    }
    try {
      take(LobbyMessage.read(json), hold);
    } catch (InvalidField odd) {
      hold.release();
      reject(
          RefusedMessageHints.in(json), LobbyErrorCode.of(odd), String.valueOf(odd.getMessage()));
    }
  }

  private void take(LobbyMessage message, MemoryHold hold) {
    switch (message.type()) {
      case REGISTER -> registration.register(message, hold);
      case UPDATE_CAPABILITIES,
          DEREGISTER,
          DISCOVER_SERVICES,
          REQUEST,
          RESPONSE,
          MESSAGE,
          ERROR -> {
        owner.prove(message, agent -> handle(agent, message, hold));
      }
      case REGISTER_ACK, UPDATE_CAPABILITIES_ACK, DEREGISTER_ACK, SERVICES_AVAILABLE, MESSAGE_ACK ->
          throw new InvalidField("message_type", "only the lobby sends " + message.type());
    }
  }

  private void handle(@Nullable LobbyPeer agent, LobbyMessage message, MemoryHold hold) {
    if (agent == null) {
      hold.release();
      return;
    }
    try {
      new LobbyAgentMessages(hub, lobby, line, agent, owner, hold).handle(message);
    } catch (InvalidField odd) {
      hold.release();
      reject(
          RefusedMessageHints.of(message),
          LobbyErrorCode.of(odd),
          String.valueOf(odd.getMessage()));
    }
  }

  private void reject(RefusedMessageHints hints, LobbyErrorCode code, String problem) {
    owner.recordUnreadable(hints).refused(problem);
    line.fault(
        hints.sender() == null ? owner.self() : hints.sender(),
        hints.fault(code, problem),
        hints.conversation());
  }

  @Override
  public void onClosed(int code, String reason) {
    registration.hangUp();
    chargeOpenRequests(0);
    waiting.forEach(text -> account.release(MemoryKind.FRAMES, text.length));
    waiting.clear();
    owner.close(reason);
  }

  @Override
  public void tick() {
    LobbyPeer agent = owner.agent();
    if (agent != null) {
      agent.expire();
      chargeOpenRequests(agent.openRequests());
    } else if (!registration.isRegistering() && owner.isOverdue()) {
      line.link().close(CloseCodes.REFUSED, "no agent registered in time");
    }
  }

  /** Charges the memory of unanswered requests once per tick, as for other peers. */
  private void chargeOpenRequests(int requests) {
    long bytes = requests * OPEN_REQUEST_BYTES;
    account.charge(MemoryKind.CALLS, bytes - openBytes);
    openBytes = bytes;
  }

  @Override
  public boolean takesCalls() {
    return !line.link().isBehind() && waiting.size() < MAX_WAITING;
  }

  @Override
  public boolean hasWaitingCalls() {
    return false;
  }

  @Override
  public boolean hasSent() {
    boolean before = sent;
    sent = false;
    return before;
  }
}
