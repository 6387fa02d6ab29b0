package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.bus.policy.BusLock.Admission;
import bub.bus.policy.Policy;
import bub.bus.policy.Principal;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Link;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.CloseCodes;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.PingResult;
import bub.protocol.Subscription;
import org.jspecify.annotations.Nullable;

/** Session of one connection: translates the calls of its dialect to the hub. Hub thread only. */
final class DialectSession implements WireSession {
  /** Approximate size of the objects that wait for the answer to one delivery. */
  private static final long PENDING_CALL_BYTES = 256;

  private final Hub hub;
  private final WireFormat format;
  private final Peer rpc;
  private final InspectionMethods inspection;
  private final UnauthenticatedPeer peer;
  private final MemoryAccount account;
  private final MessageSender messages;
  private final long initializeBy;
  private long pendingBytes;
  private @Nullable DialectPeer self;
  private boolean closed;

  DialectSession(Link link, Hub hub, WireFormat format, UnauthenticatedPeer peer) {
    this.hub = hub;
    this.format = format;
    this.peer = peer;
    this.account = peer.account();
    this.messages = new MessageSender(hub, format, account);
    this.initializeBy =
        hub.nanoTime().getAsLong() + hub.limits().initializeTimeout(peer.remoteAddress()).toNanos();
    var codec = new Codec(hub.limits().maxDepth(), hub.limits().maxBatch());
    rpc =
        new Peer(link, codec, Runnable::run, hub.nanoTime(), hub.limits().maxInFlightPerPeer())
            .within(account)
            .guardedBy(this::refuseBeforeInitialize)
            .serveDeferred(Methods.INITIALIZE, this::initialize)
            .serveDeferred(Methods.SUBSCRIBE, this::subscribe)
            .serve(Methods.UNSUBSCRIBE, this::unsubscribe)
            .serveDeferred(Methods.SEND_MESSAGE, this::sendMessage)
            .serve(Methods.PING, _ -> new PingResult(hub.clock().instant()))
            .serve(Methods.DISCOVER, _ -> format.description())
            .whenClosed((_, _) -> leave());
    if (format.takesNotices()) {
      rpc.listen(Methods.NOTIFY, this::publish);
    }
    inspection = new InspectionMethods(hub, rpc, () -> Policy.refuseInspection(self()));
    rpc.start();
  }

  private @Nullable RpcError refuseBeforeInitialize(String method) {
    boolean allowed = self != null || method.equals(Methods.INITIALIZE);
    return allowed ? null : format.notInitialized();
  }

  private void initialize(RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    if (self != null) {
      throw new RpcException(format.alreadyInitialized(self.clientId()));
    }
    Initialize introduction = format.readInitialize(params);
    String token = introduction.authToken() != null ? introduction.authToken() : peer.bearerToken();
    switch (hub.admit(peer.present(introduction.clientId(), token, token))) {
      case Admission.Admitted(Principal principal) -> join(introduction, principal, token, answer);
      case Admission.Refused(RpcError error) -> {
        // Allow one attempt per connection.
        answer.error(error);
        rpc.close(CloseCodes.REFUSED, "not admitted");
      }
    }
  }

  /**
   * The answer waits until every node of a cluster can reach the peer; a single bus never waits.
   */
  private void join(
      Initialize introduction,
      @Nullable Principal principal,
      @Nullable String token,
      Answer answer) {
    var joined =
        new DialectPeer(
            introduction,
            peer.connectionId(),
            hub.clock().instant(),
            principal,
            rpc,
            format,
            format.intercepts() ? hub.limits().interceptTimeout() : hub.limits().processTimeout(),
            hub.nanoTime(),
            account);
    joined.presented(token);
    rpc.pauseCalls();
    hub.join(joined, () -> !closed, refusal -> welcome(joined, refusal, answer));
  }

  private void welcome(DialectPeer joined, @Nullable RpcError refusal, Answer answer) {
    if (closed) {
      return;
    }
    if (refusal == null) {
      self = joined;
      hub.whenAnnounced(() -> answer.result(format.initialized(hub.serverId())));
    } else {
      answer.error(refusal);
    }
    rpc.resumeCalls();
  }

  private void subscribe(RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    Pattern pattern = format.readSubscription(params);
    refuseIf(hub.subscribe(self(), pattern, format.alreadySubscribed(pattern.text())));
    hub.whenAnnounced(() -> answer.result(Subscription.SUCCESS));
  }

  private JsonValue unsubscribe(@Nullable RawJson params) throws RpcException {
    String pattern = format.readSubscription(params).text();
    if (!hub.unsubscribe(self(), pattern)) {
      throw new RpcException(format.subscriptionNotFound(pattern));
    }
    return Subscription.SUCCESS;
  }

  private void sendMessage(RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    messages.send(self(), id, params, answer);
  }

  private void publish(@Nullable RawJson params) {
    if (self != null) {
      messages.publish(self, params);
    }
  }

  private static void refuseIf(@Nullable RpcError problem) throws RpcException {
    if (problem != null) {
      throw new RpcException(problem);
    }
  }

  private DialectPeer self() {
    if (self == null) {
      throw new IllegalStateException("the guard allowed a call before initialize");
    }
    return self;
  }

  private void leave() {
    closed = true;
    inspection.stop();
    chargePending(0);
    if (self != null) {
      hub.leave(self);
    }
  }

  @Override
  public void tick() {
    inspection.tick();
    rpc.expire();
    chargePending(rpc.pendingCalls());
    if (self == null && hub.nanoTime().getAsLong() - initializeBy > 0) {
      rpc.close(CloseCodes.REFUSED, "no initialize in time");
    }
  }

  /** Charges the memory of unanswered calls once per tick, to keep the message path short. */
  private void chargePending(int calls) {
    long bytes = calls * PENDING_CALL_BYTES;
    account.charge(MemoryKind.CALLS, bytes - pendingBytes);
    pendingBytes = bytes;
  }

  @Override
  public boolean takesCalls() {
    return !rpc.isHoldingCalls();
  }

  @Override
  public boolean hasWaitingCalls() {
    return rpc.hasWaitingCalls();
  }

  @Override
  public boolean hasSent() {
    return messages.hasSent();
  }
}
