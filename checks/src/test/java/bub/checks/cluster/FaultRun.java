package bub.checks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.checks.cluster.HistoryEvent.FaultBegan;
import bub.checks.cluster.HistoryEvent.FaultHealed;
import bub.checks.cluster.HistoryEvent.LeaseUsed;
import bub.checks.cluster.HistoryEvent.MessageKey;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A cluster under load that suffers one fault after the other. */
final class FaultRun implements AutoCloseable {
  /** Documented: the old connection of a clientId ends this soon after the new one is accepted. */
  private static final Duration HANDOVER = Duration.ofSeconds(2);

  /** Documented: this long after a fault, everything holds again; more on a busy machine. */
  private static final Duration RECOVERY = Duration.ofSeconds(15);

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(50);

  private final Path logs;
  private final History history;
  private final FaultCluster cluster;
  private final ClusterCrowd crowd;
  private final HistoryChecker checker = new HistoryChecker(new OwnershipCheck(HANDOVER, RECOVERY));
  private final List<FaultReport> reports = new ArrayList<>();

  private FaultRun(Path logs, History history, FaultCluster cluster, ClusterCrowd crowd) {
    this.logs = logs;
    this.history = history;
    this.cluster = cluster;
    this.crowd = crowd;
  }

  /** Starts everything; {@code name} is the directory of the logs among the build's files. */
  static FaultRun start(String name, Path directory, ClusterCrowd.Size size, boolean withSmallDisk)
      throws Exception {
    Path logs = Files.createDirectories(Product.target().resolve(name));
    var history = new History(logs.resolve("history.txt"));
    FaultCluster cluster = FaultCluster.start(directory, withSmallDisk);
    var crowd = new ClusterCrowd(size, cluster.urls(), history);
    var run = new FaultRun(logs, history, cluster, crowd);
    try {
      run.awaitEqualTables();
      crowd.start(directory);
      return run;
    } catch (Exception | AssertionError failed) {
      run.close();
      throw failed;
    }
  }

  /** Causes a fault and checks every promise after it. Skips it, and says why, where it cannot. */
  void suffer(ClusterFault fault) throws IOException, InterruptedException {
    String missing = fault.missing(cluster);
    if (missing != null) {
      System.out.printf("Not run: %s. It needs %s.%n", fault.name(), missing);
    }
    assumeTrue(missing == null, () -> fault.name() + " needs " + missing);
    awaitNormality();
    long began = history.add(at -> new FaultBegan(at, fault.name()));
    fault.strike(cluster);
    long healed = history.add(at -> new FaultHealed(at, fault.name()));
    awaitEqualTables();
    Duration recovery = Duration.ofNanos(System.nanoTime() - healed);
    awaitProcessed(history.open());
    var report = FaultReport.of(fault.name(), history.events(), began, System.nanoTime(), recovery);
    reports.add(report);
    System.out.print(report.row());
    check(healed);
  }

  /** Waits until peers are on all nodes, and clientIds change their owners on each. */
  private void awaitNormality() {
    crowd.returnHome();
    int before = history.events().size();
    await("peers are on all nodes, and clientIds change their owners")
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .until(() -> crowd.areAllHome() && crowd.areAllContested(history.eventsSince(before)));
  }

  private void awaitEqualTables() {
    await("all nodes have the same table")
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .until(cluster::tablesAgree);
  }

  private void awaitProcessed(Set<MessageKey> messages) {
    await("every message is processed")
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .untilAsserted(
            () ->
                assertThat(Collections.disjoint(history.open(), messages))
                    .as(() -> unprocessed(messages))
                    .isTrue());
  }

  private String unprocessed(Set<MessageKey> messages) {
    Set<MessageKey> open = history.open();
    open.retainAll(messages);
    return "unprocessed: " + open + ", peers: " + crowd.states();
  }

  private void check(long settledAt) {
    List<HistoryEvent> all = new ArrayList<>(history.events());
    all.addAll(cluster.leaseUses());
    assertThat(checker.problems(all, settledAt)).isEmpty();
    assertThat(crowd.failures()).isEmpty();
    assertThat(cluster.bugs()).isEmpty();
  }

  /** Ends the load, and checks everything once more when nothing is on its way. */
  void finish() throws IOException, InterruptedException {
    crowd.stopLoad();
    awaitProcessed(history.open());
    awaitEqualTables();
    check(Long.MAX_VALUE);
    assertThat(cluster.leaseUses().stream().map(LeaseUsed::holder).distinct().count())
        .as("holders of leases")
        .isGreaterThan(1);
    Files.writeString(logs.resolve("table.md"), table());
  }

  String table() {
    var table = new StringBuilder(FaultReport.header());
    reports.forEach(report -> table.append(report.row()));
    return table.toString();
  }

  @Override
  public void close() throws IOException {
    try {
      cluster.writeLogs(logs);
      crowd.close();
    } finally {
      history.close();
      cluster.close();
    }
  }
}
