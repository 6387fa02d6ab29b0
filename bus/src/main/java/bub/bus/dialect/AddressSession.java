package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.Switchboard.Sender;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Link;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.ClientInfo;
import bub.protocol.CloseCodes;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import bub.protocol.Ping;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection that speaks the address dialect: its calls become the hub's. Hub thread only. */
final class AddressSession implements Session {
  private static final List<String> ADDRESSES = List.of("tg:*", "agent:*", "system:*");

  private final Hub hub;
  private final Peer rpc;
  private final Inspection inspection;
  private final String connectionId;
  private final long initializeBy;
  private @Nullable AddressPeer self;
  private boolean sent;

  AddressSession(Link link, Hub hub, String connectionId) {
    this.hub = hub;
    this.connectionId = connectionId;
    this.initializeBy = hub.nanoTime().getAsLong() + hub.limits().initializeTimeout().toNanos();
    var codec = new Codec(hub.limits().maxDepth(), hub.limits().maxBatch());
    rpc =
        new Peer(link, codec, Runnable::run, hub.nanoTime(), hub.limits().maxInFlightPerPeer())
            .guardedBy(this::refuseBeforeInitialize)
            .serve(Methods.INITIALIZE, this::initialize)
            .serve(Methods.SUBSCRIBE, this::subscribe)
            .serve(Methods.UNSUBSCRIBE, this::unsubscribe)
            .serveDeferred(Methods.SEND_MESSAGE, this::sendMessage)
            .serve(Methods.PING, _ -> new Ping(hub.clock().instant()))
            .whenClosed((_, _) -> leave());
    inspection = new Inspection(hub, rpc);
    rpc.start();
  }

  private @Nullable RpcError refuseBeforeInitialize(String method) {
    if (self != null || method.equals(Methods.INITIALIZE)) {
      return null;
    }
    return RpcError.of(ErrorCodes.NOT_INITIALIZED, "Not initialized: call initialize first");
  }

  private JsonValue initialize(@Nullable RawJson params) throws RpcException {
    if (self != null) {
      throw new RpcException(RpcError.invalidRequest("already initialized as " + self.clientId()));
    }
    var newcomer =
        new AddressPeer(
            Initialize.read(params),
            connectionId,
            hub.clock().instant(),
            rpc,
            hub.limits().processTimeout());
    refuseIf(hub.join(newcomer));
    self = newcomer;
    return new Initialize.Result(
        hub.serverId(), new ClientInfo("bub-bus", ClientInfo.VERSION), true, true, ADDRESSES);
  }

  private JsonValue subscribe(@Nullable RawJson params) throws RpcException {
    refuseIf(hub.subscribe(self(), Subscription.read(params).address()));
    return Subscription.SUCCESS;
  }

  private JsonValue unsubscribe(@Nullable RawJson params) throws RpcException {
    String pattern = Subscription.read(params).address().text();
    if (!hub.unsubscribe(self(), pattern)) {
      throw new RpcException(
          RpcError.of(ErrorCodes.SUBSCRIPTION_NOT_FOUND, "Subscription not found: " + pattern));
    }
    return Subscription.SUCCESS;
  }

  private void sendMessage(RequestId id, @Nullable RawJson params, Answer answer) {
    sent = true;
    hub.send(
        self(),
        id,
        Envelope.read(params),
        new Sender() {
          @Override
          public void sent(SendResult result) {
            answer.result(result);
          }

          @Override
          public void refused(RpcError error) {
            answer.error(error);
          }
        });
  }

  private static void refuseIf(@Nullable RpcError problem) throws RpcException {
    if (problem != null) {
      throw new RpcException(problem);
    }
  }

  private AddressPeer self() {
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
