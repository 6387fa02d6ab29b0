package bub.channel;

import bub.client.BusClient;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.trace.TraceOrder;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stand-in for the bus at the address for orders about turns: it knows every turn by default. */
final class FakeTraces implements AutoCloseable {
  private final List<Envelope> received = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Ack> script = new ConcurrentLinkedQueue<>();
  private final BusClient client;

  FakeTraces(TestBus bus) throws Exception {
    client = bus.client("agent:traces").serveEvery(this::take);
    client.subscribe(TraceOrder.ADDRESS.value());
    client.connect();
  }

  private Ack take(Envelope envelope) {
    received.add(envelope);
    Ack scripted = script.poll();
    return scripted == null ? Ack.ok("done") : scripted;
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
  public void close() {
    client.close();
  }
}
