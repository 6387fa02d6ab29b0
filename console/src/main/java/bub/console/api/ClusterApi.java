package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.http.Endpoint;
import bub.console.view.BusViews.HealthSample;
import bub.console.view.BusViews.NodeHealth;
import bub.console.view.ClusterViews.ClusterView;
import bub.console.view.ClusterViews.NatsView;
import bub.console.view.ClusterViews.NodeView;
import bub.console.watch.BusWatch;
import bub.jsonrpc.RpcException;
import bub.protocol.ClusterStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** HTTP API for the nodes of the cluster. */
public record ClusterApi(BusClient client, BusWatch watch) {
  private static final ClusterView SINGLE = new ClusterView(false, null, null, List.of(), null);

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
            "/api/cluster",
            "Returns the nodes of the cluster and the state of NATS.",
            ClusterView.class,
            _ -> cluster()));
  }

  private ClusterView cluster() throws RpcException, NoAnswer, InterruptedException {
    ClusterStatus cluster = client.cluster();
    if (cluster == null) {
      return SINGLE;
    }
    HealthSample sample = watch.history().latest();
    List<NodeHealth> health = sample == null || sample.nodes() == null ? List.of() : sample.nodes();
    ClusterStatus.Nats nats = cluster.nats();
    return new ClusterView(
        true,
        cluster.node(),
        cluster.cluster(),
        cluster.nodes().stream().map(node -> view(node, health)).toList(),
        new NatsView(
            nats.state(),
            nats.server(),
            nats.version(),
            nats.quorum(),
            text(nats.since()),
            nats.reconnects(),
            nats.lastError()));
  }

  private static NodeView view(ClusterStatus.Node node, List<NodeHealth> health) {
    return new NodeView(
        node.name(),
        node.version(),
        node.protocol(),
        node.state(),
        text(node.connectedSince()),
        node.interest(),
        node.lagMs(),
        node.rttMs(),
        node.clockMs(),
        health.stream().filter(each -> each.name().equals(node.name())).findFirst().orElse(null));
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
