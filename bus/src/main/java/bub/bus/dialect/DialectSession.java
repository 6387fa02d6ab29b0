package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.Switchboard.Sender;
import bub.bus.policy.Lock.Admission;
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
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.Ping;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import org.jspecify.annotations.Nullable;

/** One connection: its calls, in the words of its dialect, become the hub's. Hub thread only. */
final class DialectSession implements Session {
  private final Hub hub;
  private final Wording wording;
  private final Peer rpc;
  private final Inspection inspection;
  private final Visitor visitor;
  private final long initializeBy;
  private @Nullable DialectPeer self;
  private boolean sent;

  DialectSession(Link link, Hub hub, Wording wording, Visitor visitor) {
    this.hub = hub;
    this.wording = wording;
    this.visitor = visitor;
    this.initializeBy = hub.nanoTime().getAsLong() + hub.limits().initializeTimeout().toNanos();
    var codec = new Codec(hub.limits().maxDepth(), hub.limits().maxBatch());
    rpc =
        new Peer(link, codec, Runnable::run, hub.nanoTime(), hub.limits().maxInFlightPerPeer())
            .guardedBy(this::refuseBeforeInitialize)
            .serveDeferred(Methods.INITIALIZE, this::initialize)
            .serve(Methods.SUBSCRIBE, this::subscribe)
            .serve(Methods.UNSUBSCRIBE, this::unsubscribe)
            .serveDeferred(Methods.SEND_MESSAGE, this::sendMessage)
            .serve(Methods.PING, _ -> new Ping(hub.clock().instant()))
            .serve(Methods.DISCOVER, _ -> wording.description())
            .whenClosed((_, _) -> leave());
    if (wording.intercepts()) {
      rpc.listen(Methods.NOTIFY, this::publish);
    }
    inspection = new Inspection(hub, rpc, () -> Policy.refuseInspection(self()));
    rpc.start();
  }

  private @Nullable RpcError refuseBeforeInitialize(String method) {
    boolean allowed = self != null || method.equals(Methods.INITIALIZE);
    return allowed ? null : wording.notInitialized();
  }

  private void initialize(RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    if (self != null) {
      throw new RpcException(wording.alreadyInitialized(self.clientId()));
    }
    Initialize introduction = wording.readInitialize(params);
    String token =
        introduction.authToken() != null ? introduction.authToken() : visitor.bearerToken();
    switch (hub.admit(visitor.knock(introduction.clientId(), token, token))) {
      case Admission.Admitted(Principal principal) ->
          answer.result(welcome(introduction, principal));
      case Admission.Refused(RpcError error) -> {
        // One connection, one try.
        answer.error(error);
        rpc.close(CloseCodes.REFUSED, "not admitted");
      }
    }
  }

  private JsonValue welcome(Initialize introduction, @Nullable Principal principal)
      throws RpcException {
    var newcomer =
        new DialectPeer(
            introduction,
            visitor.connectionId(),
            hub.clock().instant(),
            principal,
            rpc,
            wording,
            wording.intercepts() ? hub.limits().interceptTimeout() : hub.limits().processTimeout());
    refuseIf(hub.join(newcomer));
    self = newcomer;
    return wording.initialized(hub.serverId());
  }

  private JsonValue subscribe(@Nullable RawJson params) throws RpcException {
    Pattern pattern = wording.readSubscription(params);
    if (self().listensTo(pattern)) {
      refuseIf(wording.alreadySubscribed(pattern.text()));
    } else {
      refuseIf(hub.subscribe(self(), pattern));
    }
    return Subscription.SUCCESS;
  }

  private JsonValue unsubscribe(@Nullable RawJson params) throws RpcException {
    String pattern = wording.readSubscription(params).text();
    if (!hub.unsubscribe(self(), pattern)) {
      throw new RpcException(wording.subscriptionNotFound(pattern));
    }
    return Subscription.SUCCESS;
  }

  private void sendMessage(RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    sent = true;
    hub.send(
        self(),
        id,
        wording.readMessage(params, self().clientId(), hub.messageIds()),
        new Sender() {
          @Override
          public void sent(SendResult result) {
            answer.result(wording.sent(result));
          }

          @Override
          public void halted(MessageId message, Address by, Ack ack) {
            answer.result(wording.halted(message, by, ack));
          }

          @Override
          public void refused(RpcError error) {
            answer.error(error);
          }
        });
  }

  /** A message that nobody waits for: its sender learns nothing, the log all. */
  private void publish(@Nullable RawJson params) throws RpcException {
    if (self != null) {
      sent = true;
      hub.publish(self, wording.readMessage(params, self.clientId(), hub.messageIds()));
    }
  }

  private static void refuseIf(@Nullable RpcError problem) throws RpcException {
    if (problem != null) {
      throw new RpcException(problem);
    }
  }

  private DialectPeer self() {
    if (self == null) {
      throw new IllegalStateException("the guard let a call through before initialize");
    }
    return self;
  }

  private void leave() {
    inspection.stop();
    if (self != null) {
      hub.leave(self);
    }
  }

  @Override
  public void tick() {
    rpc.expire();
    if (self == null && hub.nanoTime().getAsLong() - initializeBy > 0) {
      rpc.close(CloseCodes.REFUSED, "no initialize in time");
    }
  }

  @Override
  public boolean hasSent() {
    boolean before = sent;
    sent = false;
    return before;
  }
}
