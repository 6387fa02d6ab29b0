package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.dialect.Session;
import bub.bus.dialect.Visitor;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryHold;
import bub.bus.memory.MemoryKind;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Link;
import bub.protocol.CloseCodes;
import bub.protocol.lobby.FaultCode;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyMessage;

/** One connection on the lobby's wire. Hub thread only. */
final class LobbySession implements Session, Link.Receiver {
  /** Objects that one order keeps alive until it is carried out, roughly. */
  static final long ORDER_BYTES = 1_024;

  private static final long OPEN_REQUEST_BYTES = 512;

  private final Hub hub;
  private final Lobby lobby;
  private final LobbyLine line;
  private final Tenancy tenancy;
  private final Newcomer newcomer;
  private final MemoryAccount account;
  private long openBytes;
  private boolean sent;

  LobbySession(Link link, Hub hub, Lobby lobby, Visitor visitor) {
    this.hub = hub;
    this.lobby = lobby;
    this.account = visitor.account();
    this.line = new LobbyLine(link, lobby.id());
    this.tenancy = new Tenancy(hub, lobby, visitor, line);
    this.newcomer = new Newcomer(hub, lobby, line, tenancy);
    link.open(this);
  }

  @Override
  public void onText(byte[] text) {
    sent = true;
    RawJson json;
    try {
      json = RawJson.parse(text, hub.limits().maxDepth());
    } catch (InvalidJson odd) {
      reject(Hints.NONE, FaultCode.INVALID_MESSAGE, "not JSON: " + odd.getMessage());
      return;
    }
    MemoryHold hold = MemoryHold.take(account, MemoryKind.LOBBY, ORDER_BYTES + text.length);
    if (hold == null) {
      reject(
          Hints.in(json),
          FaultCode.RATE_LIMITED,
          "the bus has no room for this message: try again in a moment");
      return;
    }
    try {
      take(LobbyMessage.read(json), hold);
    } catch (InvalidField odd) {
      hold.release();
      reject(Hints.in(json), FaultCode.of(odd), String.valueOf(odd.getMessage()));
    }
  }

  private void take(LobbyMessage message, MemoryHold hold) {
    switch (message.type()) {
      case REGISTER -> newcomer.register(message, hold);
      case UPDATE_CAPABILITIES,
          DEREGISTER,
          DISCOVER_SERVICES,
          REQUEST,
          RESPONSE,
          MESSAGE,
          ERROR -> {
        LobbyPeer agent = tenancy.prove(message);
        if (agent == null) {
          hold.release();
        } else {
          new AgentOrders(hub, lobby, line, agent, tenancy, hold).take(message);
        }
      }
      case REGISTER_ACK, UPDATE_CAPABILITIES_ACK, DEREGISTER_ACK, SERVICES_AVAILABLE, MESSAGE_ACK ->
          throw new InvalidField("message_type", "only the lobby sends " + message.type());
    }
  }

  /** Answers what cannot be understood; the log has that somebody said it. */
  private void reject(Hints hints, FaultCode code, String problem) {
    tenancy.recordUnreadable(hints).refused(problem);
    line.fault(
        hints.sender() == null ? tenancy.self() : hints.sender(),
        hints.fault(code, problem),
        hints.conversation());
  }

  @Override
  public void onClosed(int code, String reason) {
    newcomer.hangUp();
    chargeOpenRequests(0);
    tenancy.leave(reason);
  }

  @Override
  public void tick() {
    LobbyPeer agent = tenancy.agent();
    if (agent != null) {
      agent.expire();
      chargeOpenRequests(agent.openRequests());
    } else if (!newcomer.isRegistering() && tenancy.isOverdue()) {
      line.link().close(CloseCodes.REFUSED, "no agent has registered in time");
    }
  }

  /** Charges the requests that this agent has not answered; a tick late, as for other peers. */
  private void chargeOpenRequests(int requests) {
    long bytes = requests * OPEN_REQUEST_BYTES;
    account.charge(MemoryKind.CALLS, bytes - openBytes);
    openBytes = bytes;
  }

  @Override
  public boolean takesCalls() {
    return !line.link().isBehind();
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
