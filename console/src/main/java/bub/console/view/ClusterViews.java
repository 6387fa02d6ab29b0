package bub.console.view;

import bub.console.view.BusViews.NodeHealth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the cluster endpoint. */
public final class ClusterViews {
  private ClusterViews() {}

  /**
   * The cluster as the console's bus sees it.
   *
   * @param clustered false for a single bus, which has no nodes
   * @param node name of the console's bus
   */
  public record ClusterView(
      boolean clustered,
      @Nullable String node,
      @Nullable String cluster,
      List<NodeView> nodes,
      @Nullable NatsView nats) {}

  /**
   * A node of the cluster.
   *
   * @param interest number of patterns and peers that it has announced
   * @param lagMs time since the console's bus last heard from it
   * @param clockMs difference of its clock from that of the console's bus
   * @param health null before the first sample
   */
  public record NodeView(
      String name,
      String version,
      int protocol,
      String state,
      @Nullable String connectedSince,
      long interest,
      @Nullable Long lagMs,
      @Nullable Long rttMs,
      @Nullable Long clockMs,
      @Nullable NodeHealth health) {}

  /** Connection of the console's bus to NATS. */
  public record NatsView(
      String state,
      @Nullable String server,
      @Nullable String version,
      @Nullable Boolean quorum,
      @Nullable String since,
      long reconnects,
      @Nullable String lastError) {}
}
