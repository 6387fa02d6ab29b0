package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.policy.Principal;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.LobbyError;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.MessageType;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.trace.Causality;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Agent in the lobby's protocol, which may answer its requests later. Hub thread only. */
final class LobbyPeer extends ConnectedPeer {
  private static final ClientInfo UNNAMED = new ClientInfo("lobby-agent", "");

  private final Hub hub;
  private final LobbyWireWriter line;
  private final OpenRequests open;
  private long lastCallId;

  LobbyPeer(
      Address id,
      UnauthenticatedPeer peer,
      Hub hub,
      LobbyWireWriter line,
      @Nullable Principal principal) {
    super(id, peer.connectionId(), UNNAMED, hub.clock().instant(), principal, peer.account());
    this.hub = hub;
    this.line = line;
    this.open = new OpenRequests(hub.nanoTime());
  }

  @Override
  public long reserveCallId() {
    return ++lastCallId;
  }

  @Override
  public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {
    hand(
        envelope,
        MessageType.MESSAGE,
        envelope.payload(),
        new Waiter(hub.limits().processTimeout(), _ -> {}, done));
  }

  @Override
  public void call(
      Envelope envelope,
      long callId,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    hand(
        envelope,
        MessageType.REQUEST,
        Causality.read(envelope.payload()).addTo(envelope.payload().fields().object("content")),
        new Waiter(timeout, progress, done));
  }

  private record Waiter(Duration timeout, Consumer<RawJson> progress, Consumer<Reply> done) {}

  private void hand(Envelope envelope, MessageType type, RawJson payload, Waiter waiting) {
    Consumer<Reply> done = waiting.done();
    if (open.size() >= hub.limits().maxInFlightPerPeer()) {
      done.accept(new Reply.Busy(open.size() + " requests are still unanswered"));
    } else if (line.link().isCongested()) {
      done.accept(new Reply.Busy("it does not read fast enough"));
    } else if (!open.add(
        envelope.from(), envelope.messageId(), waiting.timeout(), waiting.progress(), done)) {
      done.accept(
          new Reply.Rejected(
              RpcError.of(
                  0, "conversation " + envelope.messageId() + " with " + clientId() + " is open")));
    } else if (!line.pass(envelope.from(), clientId(), type, payload, envelope.messageId())) {
      open.finish(
          envelope.from(),
          envelope.messageId(),
          new Reply.Disconnected("the connection is closed"));
    }
  }

  /** Returns false when no such request is open. */
  boolean answered(Address caller, MessageId conversation, RawJson payload) {
    boolean goesOn = isStatus(payload, ServiceResponse.IN_PROGRESS);
    return goesOn
        ? open.progress(caller, conversation, payload)
        : open.finish(caller, conversation, new Reply.Answered(payload));
  }

  @Override
  public boolean progressed(MessageId call, @Nullable Address caller, RawJson response) {
    return caller != null && open.progress(caller, call, response);
  }

  boolean failed(Address caller, MessageId conversation, String problem) {
    return open.finish(caller, conversation, new Reply.Rejected(RpcError.of(0, problem)));
  }

  private static boolean isStatus(RawJson payload, String status) {
    try {
      return status.equals(payload.fields().optionalString("status"));
    } catch (InvalidField odd) {
      return false; // the reader of the complete answer reports the problem
    }
  }

  @Override
  public Ack readAck(RawJson answer) {
    ServiceResponse response = ServiceResponse.read(answer);
    if (!response.isError()) {
      return Ack.ok(response.status(), answer);
    }
    String error = response.error();
    return new Ack(false, error == null ? ServiceResponse.ERROR : error, false, 0, answer);
  }

  void complain(String problem, @Nullable MessageId conversation) {
    line.fault(
        clientId(),
        new LobbyError(
            problem,
            LobbyErrorCode.INVALID_OUTPUT.word(),
            MessageType.RESPONSE.name(),
            conversation == null ? null : conversation.value()),
        conversation);
  }

  @Override
  public boolean tell(Envelope envelope) {
    return false;
  }

  int openRequests() {
    return open.size();
  }

  void expire() {
    open.expire();
  }

  void hangUp(String reason) {
    open.close(reason);
  }

  @Override
  protected String dialect() {
    return "lobby";
  }

  @Override
  protected boolean listensToItself() {
    return true;
  }

  @Override
  public boolean hasStrictTypes() {
    return false;
  }

  @Override
  public boolean intercepts() {
    return false;
  }

  @Override
  protected void close(int code, String reason) {
    line.link().close(code, reason);
  }
}
