package bub.bus;

import bub.bus.cluster.Cluster;
import bub.bus.cluster.LocalAddresses;
import bub.bus.policy.OperatorOrders;
import bub.bus.policy.PolicyDecision;
import bub.bus.policy.Principal;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.SendResult;
import bub.protocol.cluster.ClusterOrder;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Address of the node for orders of bub's own parts. A bridge with its own token may take leases
 * for its channel; nobody else may give orders. Hub thread only.
 */
final class ClusterOrders {
  private final Hub hub;
  private final Supplier<Cluster> cluster;

  ClusterOrders(Hub hub, Supplier<Cluster> cluster) {
    this.hub = hub;
    this.cluster = cluster;
  }

  /** The parts repeat their orders every second, so the activity log has none of them. */
  void take(ConnectedPeer from, Envelope envelope, Switchboard.Sender sender) {
    if (cluster.get().nodeName().isEmpty()) {
      finish(envelope, sender, null);
      return;
    }
    if (hub.serviceChecks().judge(from, envelope) instanceof PolicyDecision.Refused(_, var error)) {
      sender.refused(error);
      return;
    }
    try {
      ClusterOrder order = ClusterOrder.read(envelope.payload());
      if (isOwnPart(from) || isBridge(from) && order.isAboutAChannel()) {
        cluster.get().order(order, ack -> finish(envelope, sender, ack));
      } else {
        finish(envelope, sender, Ack.failed("only parts of bub may give this order"));
      }
    } catch (InvalidField invalid) {
      finish(envelope, sender, Ack.failed(String.valueOf(invalid.getMessage())));
    }
  }

  private boolean isOwnPart(ConnectedPeer from) {
    Principal principal = from.principal();
    return principal == null
        ? LocalAddresses.contain(from.clientId())
            || OperatorOrders.isOperator(from.clientId(), null)
        : hub.lock().isOwnPart(principal);
  }

  private static boolean isBridge(ConnectedPeer from) {
    Principal principal = from.principal();
    return principal != null && principal.isBridge();
  }

  private static void finish(Envelope envelope, Switchboard.Sender sender, @Nullable Ack ack) {
    List<Ack> acks = ack == null ? List.of() : List.of(ack);
    sender.sent(new SendResult(true, envelope.messageId(), acks));
  }
}
