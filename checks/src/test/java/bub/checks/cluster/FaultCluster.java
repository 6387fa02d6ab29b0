package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.LeaseUsed;
import bub.checks.cluster.RecordingConnector.NodeUrl;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.testkit.NatsHost;
import bub.testkit.NatsServer;
import bub.testkit.NatsServers;
import bub.testkit.NetworkLab;
import bub.testkit.Product;
import bub.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Three nats-servers and three bub nodes in real processes, each in its own network namespace where
 * this machine allows that.
 */
final class FaultCluster implements AutoCloseable {
  static final int SIZE = 3;

  private static final String CLUSTER = "faults";
  private static final String TOKEN = "only-for-tests";
  private static final String CONFIGURATION =
      """
      authorization { token: "%s" }
      # Servers notice a broken network within seconds and not minutes, as in the documentation.
      ping_interval: "1s"
      """
          .formatted(TOKEN);
  private static final int BUS_PORT = 7892;
  private static final Backoff SOON = new Backoff(Duration.ofMillis(50), Duration.ofMillis(500));

  private final Path directory;
  private final ResourceStack open = new ResourceStack();
  private final List<FaultNode> nodes = new ArrayList<>();
  private final List<BusClient> inspectors = new ArrayList<>();
  private final @Nullable NetworkLab lab;
  private final @Nullable SmallDisk disk;
  private final NatsServers nats;

  /** Interest table of a node, as its figures describe it. */
  record Table(long nodes, long nodesBehind, long entries, long digest) {}

  private FaultCluster(Path directory, boolean withSmallDisk)
      throws IOException, InterruptedException {
    this.directory = directory;
    String missing = NetworkLab.missing();
    if (missing != null) {
      System.out.println("No network namespaces: they need " + missing);
    }
    lab = missing == null ? open.keep(NetworkLab.create(names())) : null;
    disk = withSmallDisk ? mountSmallDisk() : null;
    nats = open.keep(startNats());
  }

  static FaultCluster start(Path directory, boolean withSmallDisk)
      throws IOException, InterruptedException {
    var cluster = new FaultCluster(directory, withSmallDisk);
    try {
      cluster.startNodes();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      cluster.close();
      throw failed;
    }
  }

  static List<String> nodeNames() {
    return List.of("n1", "n2", "n3");
  }

  static List<String> natsNames() {
    return List.of("nats1", "nats2", "nats3");
  }

  private static List<String> names() {
    return Stream.concat(natsNames().stream(), nodeNames().stream()).toList();
  }

  private @Nullable SmallDisk mountSmallDisk() throws IOException, InterruptedException {
    try {
      return open.keep(SmallDisk.mount(directory, 64));
    } catch (TestAbortedException notAllowed) {
      return null;
    }
  }

  private NatsServers startNats() throws IOException, InterruptedException {
    var hosts = new ArrayList<NatsHost>();
    for (String name : natsNames()) {
      hosts.add(
          lab == null ? NatsHost.LOOPBACK : new NatsHost(lab.address(name), lab.on(name), null));
    }
    if (disk != null) {
      hosts.set(SIZE - 1, hosts.getLast().withDisk(disk.path()));
    }
    return NatsServers.start(hosts, CONFIGURATION);
  }

  private void startNodes() throws IOException, InterruptedException {
    Path token = Files.writeString(directory.resolve("nats-token"), TOKEN + "\n");
    for (String name : nodeNames()) {
      Path own = Files.createDirectory(directory.resolve(name));
      var options = new ArrayList<>(List.of("--run-dir", own.resolve("run").toString()));
      options.addAll(List.of("--cluster", nats.urls(), "--cluster-name", CLUSTER));
      options.addAll(List.of("--cluster-token-file", token.toString()));
      List<String> host = lab == null ? List.of() : lab.on(name);
      String address = lab == null ? "127.0.0.1" : lab.address(name);
      if (lab != null) {
        options.addAll(List.of("--allow-host", address));
        lab.openPort(name, BUS_PORT);
      }
      var node =
          new FaultNode(
              name,
              address,
              lab == null ? 0 : BUS_PORT,
              Product.program(own).within(host),
              options,
              () -> LeaseUser.start(host, nats.urls(), CLUSTER, token, "lease-user-" + name));
      nodes.add(open.keep(node));
      node.launch(UnaryOperator.identity());
    }
    for (FaultNode node : nodes) {
      node.awaitReady();
      var settings =
          ClientSettings.of(node.url(), new Address("agent:inspector-" + node.name()))
              .withReconnect(SOON)
              .withCallTimeout(Duration.ofSeconds(3));
      inspectors.add(open.keep(BusClient.of(settings).start()));
    }
  }

  List<FaultNode> nodes() {
    return nodes;
  }

  FaultNode node(int index) {
    return nodes.get(index);
  }

  NatsServer nats(int index) {
    return nats.get(index);
  }

  int natsLeader() throws InterruptedException {
    return nats.all().indexOf(nats.leaderOf("KV_bub_" + CLUSTER + "_identity"));
  }

  @Nullable NetworkLab lab() {
    return lab;
  }

  @Nullable SmallDisk disk() {
    return disk;
  }

  List<NodeUrl> urls() {
    return nodes.stream().map(node -> new NodeUrl(node.name(), node.url())).toList();
  }

  /** Tables of all nodes; a node that does not answer is an exception. */
  List<Table> tables() throws RpcException, NoAnswer, InterruptedException {
    var tables = new ArrayList<Table>();
    for (BusClient inspector : inspectors) {
      Map<String, Long> figures = inspector.metrics().values();
      tables.add(
          new Table(
              figure(figures, "cluster_nodes"),
              figure(figures, "cluster_nodes_behind"),
              figure(figures, "cluster_entries_local") + figure(figures, "cluster_entries_remote"),
              figure(figures, "cluster_digest")));
    }
    return tables;
  }

  private static long figure(Map<String, Long> figures, String name) {
    return figures.getOrDefault(name, -1L);
  }

  /** True when each node knows the others, and all know the same interest. */
  boolean tablesAgree() throws InterruptedException {
    try {
      List<Table> tables = tables();
      return tables.stream().distinct().count() == 1
          && tables.getFirst().nodes() == SIZE - 1
          && tables.getFirst().nodesBehind() == 0;
    } catch (RpcException | NoAnswer notYet) {
      return false;
    }
  }

  /** All uses of leases in the cluster. */
  List<LeaseUsed> leaseUses() {
    return nodes.stream().flatMap(FaultNode::leaseUses).toList();
  }

  /** Errors of the programs themselves. */
  List<String> bugs() {
    return nodes.stream().map(FaultNode::bug).filter(bug -> bug != null).toList();
  }

  /** Writes what all processes printed. */
  void writeLogs(Path logs) throws IOException {
    for (FaultNode node : nodes) {
      node.writeLog(logs);
    }
    Files.writeString(logs.resolve("nats.log"), nats.toString());
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
