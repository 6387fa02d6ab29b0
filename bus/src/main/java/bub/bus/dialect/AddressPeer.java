package bub.bus.dialect;

import bub.bus.ConnectedPeer;
import bub.json.RawJson;
import bub.jsonrpc.Peer;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** A peer that takes messages as {@code processMessage} calls with from and to. */
final class AddressPeer extends ConnectedPeer {
  private final Peer rpc;
  private final Duration processTimeout;

  AddressPeer(
      Initialize introduction,
      String connectionId,
      Instant connectedAt,
      Peer rpc,
      Duration processTimeout) {
    super(introduction.clientId(), connectionId, introduction.clientInfo(), connectedAt);
    this.rpc = rpc;
    this.processTimeout = processTimeout;
  }

  @Override
  public long reserveCallId() {
    return rpc.reserveId();
  }

  @Override
  public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {
    rpc.request(callId, Methods.PROCESS_MESSAGE, envelope, processTimeout, done);
  }

  @Override
  public Ack readAck(RawJson answer) {
    return Ack.read(answer);
  }

  @Override
  protected String dialect() {
    return AddressDialect.NAME;
  }

  @Override
  protected boolean listensToItself() {
    return true;
  }

  @Override
  protected void close(int code, String reason) {
    rpc.close(code, reason);
  }
}
