package bub.checks.cluster;

import bub.checks.cluster.ProcessFaults.KillNatsLeader;
import bub.checks.cluster.ProcessFaults.KillNode;
import bub.checks.cluster.ProcessFaults.PauseNode;
import bub.checks.kit.Workshop;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cluster keeps its promises to its peers through faults, in a short version. */
class ClusterFaultsTest {
  private static final ClusterCrowd.Size SMALL =
      new ClusterCrowd.Size(6, 3, 6, Duration.ofMillis(250));

  @RegisterExtension static final Workshop WORKSHOP = new Workshop();

  private static FaultRun run;

  @BeforeAll
  static void start() throws Exception {
    run = WORKSHOP.keep(FaultRun.start("cluster-faults", WORKSHOP.directory(), SMALL, false));
  }

  @AfterAll
  static void everythingHoldsAtTheEnd() throws Exception {
    run.finish();
  }

  @Test
  void aKilledNode() throws Exception {
    run.suffer(new KillNode(0, Duration.ofSeconds(1)));
  }

  @Test
  void aKilledNatsServerThatLeads() throws Exception {
    run.suffer(new KillNatsLeader(Duration.ofSeconds(2)));
  }

  @Test
  void aPausedNode() throws Exception {
    run.suffer(new PauseNode(1, Duration.ofSeconds(5)));
  }

  /** Needs root, for network namespaces. */
  @Test
  void aSplitNetwork() throws Exception {
    run.suffer(new NetworkFaults.SplitMachine(2, Duration.ofSeconds(10)));
  }
}
