package bub.console.view;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records of the endpoints for status, health and peers. */
public final class BusViews {
  private BusViews() {}

  /** State of the console's connection to the bus; the reason is null while it is connected. */
  public record BusView(
      boolean connected, @Nullable String serverId, @Nullable String reason, String since) {}

  public record StatusView(BusView bus, int peers, Map<String, Long> metrics, String now) {}

  /** Recent states of the bus, oldest first. */
  public record HealthView(int stepSeconds, List<HealthSample> samples) {}

  /**
   * State of the bus in one second; {@code measured} messages are behind the percentiles.
   *
   * @param refusedBy refusals per second, by reason
   * @param deliveries deliveries per second, by outcome
   * @param memory null when the bus has no memory account
   * @param nodes the same by node; null on a single bus
   */
  public record HealthSample(
      String at,
      boolean connected,
      long uptimeSeconds,
      long peers,
      long subscriptions,
      long inFlight,
      double perSecond,
      double refusedPerSecond,
      Map<String, Double> refusedBy,
      Map<String, Double> deliveries,
      @Nullable Double p50Ms,
      @Nullable Double p90Ms,
      @Nullable Double p99Ms,
      @Nullable Double maxMs,
      long measured,
      long logQueuedBytes,
      long logLost,
      boolean logFailing,
      long heapBytes,
      long consoleHeapBytes,
      @Nullable MemoryView memory,
      @Nullable List<NodeHealth> nodes) {}

  /** State of one node of a cluster; a node that did not answer has zeros. */
  public record NodeHealth(
      String name,
      boolean answered,
      long uptimeSeconds,
      long peers,
      long inFlight,
      double perSecond,
      double refusedPerSecond,
      double failedPerSecond,
      boolean logFailing,
      long heapBytes) {}

  /** The memory account of the bus, for all peers together; the counts begin with its start. */
  public record MemoryView(
      long limitBytes, long heldBytes, Map<String, Long> heldByKind, long refused, long closed) {}

  /**
   * A peer that is connected to the bus.
   *
   * @param role {@code chat}, {@code system agent}, {@code agent}, {@code lobby agent} or {@code
   *     other}
   * @param inFlight number of deliveries that it has not answered yet, as seen by the console
   * @param node null on a single bus
   */
  public record PeerView(
      String clientId,
      String connectionId,
      String dialect,
      String clientName,
      String clientVersion,
      String role,
      List<String> subscriptions,
      String connectedAt,
      int inFlight,
      @Nullable String node) {}

  /** Peers that are connected to the bus; the total includes those not listed. */
  public record PeersView(List<PeerView> peers, int total) {}

  /**
   * Traffic between peers since the last view.
   *
   * @param missed events that came too fast to be seen
   * @param sampled share of the messages that was watched
   */
  public record TrafficView(List<Edge> edges, long missed, double seconds, double sampled) {

    /** Messages by the address {@code via}; {@code to} is the same when no peer received them. */
    public record Edge(
        String from, String to, String via, int count, int failed, @Nullable Double meanMs) {}
  }
}
