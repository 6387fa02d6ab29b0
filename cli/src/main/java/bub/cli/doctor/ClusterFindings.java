package bub.cli.doctor;

import bub.cli.machine.HumanUnits;
import bub.protocol.ClusterStatus;
import bub.protocol.ClusterStatus.Node;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Findings about the cluster of a bus: NATS, the other nodes, their clocks and versions. */
final class ClusterFindings {
  private static final long MOST_CLOCK_MS = 1_000;

  private ClusterFindings() {}

  static Finding of(String bus, ClusterStatus cluster) {
    ClusterStatus.Nats nats = cluster.nats();
    String where = "%s, node %s of %s".formatted(bus, cluster.node(), cluster.cluster());
    if (!nats.isConnected()) {
      return Finding.broken(
          where
              + ", not connected to NATS"
              + (nats.lastError() == null ? "" : ": " + nats.lastError()),
          "Start nats-server, or check --cluster and the credentials");
    }
    String server =
        (nats.version() == null ? "NATS" : "NATS " + nats.version())
            + (nats.server() == null ? "" : " at " + nats.server());
    if (Boolean.FALSE.equals(nats.quorum())) {
      return Finding.broken(
          where + ", " + server + ", but JetStream has no quorum, so no peer can connect",
          "Start the other servers of the NATS cluster:  nats server report jetstream");
    }
    List<Node> down = cluster.nodes().stream().filter(node -> !node.isUp()).toList();
    if (!down.isEmpty()) {
      return Finding.caution(
          where + ", " + server + ", but these nodes are not up: " + names(down),
          "Start them, or wait until the cluster forgets them");
    }
    List<Node> wrong = cluster.nodes().stream().filter(ClusterFindings::hasOtherTime).toList();
    if (!wrong.isEmpty()) {
      return Finding.caution(
          where + ", " + server + ", but clocks differ: " + clocks(wrong),
          "Set the clocks:  timedatectl set-ntp true   (they affect the order of the log)");
    }
    List<String> versions = cluster.nodes().stream().map(Node::version).distinct().toList();
    if (versions.size() > 1) {
      return Finding.caution(
          where + ", " + server + ", with several versions of bub: " + String.join(", ", versions),
          "Finish the upgrade of all nodes");
    }
    return Finding.fine(
        where + ", " + server + ", " + HumanUnits.count(cluster.nodes().size(), "node") + " up");
  }

  private static boolean hasOtherTime(Node node) {
    return node.clockMs() != null && Math.abs(node.clockMs()) > MOST_CLOCK_MS;
  }

  private static String names(List<Node> nodes) {
    return nodes.stream()
        .map(node -> node.name() + " (" + node.state() + ")")
        .collect(Collectors.joining(", "));
  }

  private static String clocks(List<Node> nodes) {
    return nodes.stream().map(ClusterFindings::clock).collect(Collectors.joining(", "));
  }

  private static String clock(Node node) {
    long millis = node.clockMs() == null ? 0 : node.clockMs();
    return "%s is %s %s"
        .formatted(
            node.name(),
            HumanUnits.time(Duration.ofMillis(Math.abs(millis))),
            millis > 0 ? "ahead" : "behind");
  }
}
