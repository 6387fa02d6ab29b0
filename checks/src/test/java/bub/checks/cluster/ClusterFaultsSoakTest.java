package bub.checks.cluster;

import bub.checks.kit.Workshop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A cluster keeps its promises to its peers through every fault. Prints a table of results. With
 * {@code -Dbub.fault=TEXT}, it runs only the faults with this text in their names.
 */
@Tag("soak")
class ClusterFaultsSoakTest {
  private static final ClusterCrowd.Size FULL =
      new ClusterCrowd.Size(20, 6, 6, Duration.ofMillis(500));
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration AWAY = Duration.ofSeconds(5);

  @RegisterExtension static final Workshop WORKSHOP = new Workshop();

  private static FaultRun run;

  @BeforeAll
  static void start() throws Exception {
    run = WORKSHOP.keep(FaultRun.start("cluster-faults-soak", WORKSHOP.directory(), FULL, true));
  }

  @AfterAll
  static void everythingHoldsAtTheEnd() throws Exception {
    System.out.println(run.table());
    run.finish();
  }

  static List<ClusterFault> faults() {
    var faults = new ArrayList<ClusterFault>();
    for (int i = 0; i < FaultCluster.SIZE; i++) {
      faults.add(new ProcessFaults.KillNode(i, AWAY));
      faults.add(new ProcessFaults.KillNats(i, AWAY));
    }
    faults.add(new ProcessFaults.PauseNode(0, LONG));
    faults.add(new ProcessFaults.PauseNats(1, LONG));
    faults.add(new NetworkFaults.PartitionNode(1, LONG));
    faults.add(new NetworkFaults.SplitMachine(2, LONG));
    faults.add(new NetworkFaults.IsolateFromNats(0, LONG));
    faults.add(new NetworkFaults.DeafNode(1, LONG));
    faults.add(new NetworkFaults.MuteNode(2, LONG));
    faults.add(new NetworkFaults.PacketLoss(10, LONG));
    faults.add(new NetworkFaults.Latency(200, LONG));
    faults.add(new ProcessFaults.WrongClock(0, LONG));
    faults.add(new ProcessFaults.FullDisk(LONG));
    faults.add(new ProcessFaults.RollingRestart(AWAY));
    faults.add(new ProcessFaults.FlapNode(1, Duration.ofSeconds(3), 10));
    String only = System.getProperty("bub.fault", "");
    faults.removeIf(fault -> !fault.name().contains(only));
    return faults;
  }

  @ParameterizedTest
  @MethodSource("faults")
  void everyPromiseHoldsAfter(ClusterFault fault) throws Exception {
    run.suffer(fault);
  }
}
