package bub.bus.dialect;

import bub.bus.ConnectedPeer;
import bub.bus.memory.MemoryAccount;
import bub.bus.policy.Principal;
import bub.json.RawJson;
import bub.jsonrpc.Peer;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Initialize;
import bub.protocol.InterceptorStatus;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Peer that receives messages in the format of its dialect. */
final class DialectPeer extends ConnectedPeer {
  private final Peer rpc;
  private final WireFormat format;
  private final Duration timeout;
  private final LongSupplier nanoTime;
  // Created with the first call of a capability, because most peers never get one.
  private @Nullable LobbyCalls lobbyCalls;

  DialectPeer(
      Initialize introduction,
      String connectionId,
      Instant connectedAt,
      @Nullable Principal principal,
      Peer rpc,
      WireFormat format,
      Duration timeout,
      LongSupplier nanoTime,
      MemoryAccount account) {
    super(
        introduction.clientId(),
        connectionId,
        introduction.clientInfo(),
        connectedAt,
        principal,
        account);
    this.rpc = rpc;
    this.format = format;
    this.timeout = timeout;
    this.nanoTime = nanoTime;
  }

  @Override
  public long reserveCallId() {
    return rpc.reserveId();
  }

  @Override
  public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {
    rpc.request(callId, format.deliveryMethod(), format.delivery(envelope), timeout, done);
  }

  @Override
  public void call(
      Envelope envelope,
      long callId,
      Duration atMost,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    LobbyCalls calls = lobbyCalls == null ? new LobbyCalls(nanoTime) : lobbyCalls;
    lobbyCalls = calls;
    calls.begin(callId, envelope, atMost, progress);
    rpc.request(
        callId,
        format.deliveryMethod(),
        format.delivery(envelope),
        atMost,
        reply -> {
          calls.end(callId);
          done.accept(reply);
        });
  }

  @Override
  public boolean progressed(MessageId call, @Nullable Address caller, RawJson response) {
    return lobbyCalls != null && lobbyCalls.progressed(call, caller, response, rpc::extend);
  }

  @Override
  public boolean tell(Envelope envelope) {
    return rpc.notify(Methods.NOTIFY, format.delivery(envelope));
  }

  @Override
  public Ack readAck(RawJson answer) {
    return format.readAck(answer);
  }

  @Override
  public boolean halts(RawJson answer) {
    return format.halts(answer);
  }

  @Override
  public void tellStatus(InterceptorStatus status) {
    rpc.notify(Methods.INTERCEPTOR_STATUS, status);
  }

  @Override
  public boolean intercepts() {
    return format.intercepts();
  }

  @Override
  public boolean hasStrictTypes() {
    return format.strictTypes();
  }

  @Override
  protected String dialect() {
    return format.name();
  }

  @Override
  protected boolean listensToItself() {
    return format.listensToItself();
  }

  @Override
  protected void close(int code, String reason) {
    rpc.close(code, reason);
  }
}
