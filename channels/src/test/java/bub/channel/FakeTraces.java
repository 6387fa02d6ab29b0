package bub.channel;

import bub.bus.BuiltInService;
import bub.bus.ConnectedPeer;
import bub.bus.Switchboard.Sender;
import bub.bus.policy.Principal;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.SendResult;
import bub.protocol.trace.TraceOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Stand-in for the bus at the address for orders about turns: it knows every turn by default. */
final class FakeTraces implements BuiltInService {
  private final List<Envelope> received = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Ack> script = new ConcurrentLinkedQueue<>();

  FakeTraces(TestBus bus) {
    bus.host(this);
  }

  @Override
  public Set<Address> addresses() {
    return Set.of(TraceOrder.ADDRESS);
  }

  @Override
  public void take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Sender sender) {
    received.add(envelope);
    Ack scripted = script.poll();
    Ack ack = scripted == null ? Ack.ok("done") : scripted;
    sender.sent(new SendResult(true, envelope.messageId(), List.of(ack)));
  }

  /** Gives the next order this ack. */
  FakeTraces thatAcks(Ack ack) {
    script.add(ack);
    return this;
  }

  List<Envelope> received() {
    return received;
  }

  List<TraceOrder> orders() {
    return received.stream().map(order -> TraceOrder.read(order.payload())).toList();
  }

  @Override
  public @Nullable RpcError refuse(
      Address clientId, @Nullable String idToken, @Nullable Principal principal) {
    return null;
  }

  @Override
  public void arrived(Address clientId) {}

  @Override
  public void left(Address clientId) {}

  @Override
  public Map<String, Long> figures() {
    return Map.of();
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void tick() {}
}
