package bub.bus;

import bub.jsonrpc.RequestId;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.cluster.ClusterOrder;
import bub.protocol.trace.TraceOrder;
import java.util.function.Supplier;

/** Addresses at which the bus itself, or a part inside it, takes orders. Hub thread only. */
final class OwnAddresses {
  private final Supplier<BuiltInService> service;
  private final TraceService traces;
  private final ClusterOrders cluster;

  OwnAddresses(Supplier<BuiltInService> service, TraceService traces, ClusterOrders cluster) {
    this.service = service;
    this.traces = traces;
    this.cluster = cluster;
  }

  static boolean contain(Address address) {
    return address.equals(TraceOrder.ADDRESS) || address.equals(ClusterOrder.ADDRESS);
  }

  /** Returns false for a message that is not for the bus itself. */
  boolean take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Switchboard.Sender sender) {
    BuiltInService lobby = service.get();
    if (lobby.addresses().contains(envelope.to())) {
      lobby.take(from, rpcId, envelope, sender);
      return true;
    }
    if (envelope.to().equals(TraceOrder.ADDRESS)) {
      traces.take(from, rpcId, envelope, sender);
      return true;
    }
    if (envelope.to().equals(ClusterOrder.ADDRESS)) {
      cluster.take(from, envelope, sender);
      return true;
    }
    return false;
  }
}
