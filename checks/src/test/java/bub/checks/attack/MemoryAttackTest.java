package bub.checks.attack;

import bub.testkit.Workbench;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Short attacks on the finished program with its default heap. It survives, and two innocent peers
 * are not disturbed. Isolated, because the attackers need both processors.
 */
@Isolated
class MemoryAttackTest {
  @RegisterExtension final Workbench workbench = new Workbench();

  static List<AttackGroup> groups() {
    return AttackGroup.brief();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("groups")
  void survivesAndServesInnocentPeers(AttackGroup group) throws Exception {
    try (var siege = new Siege(group.start(workbench))) {
      var promises = new SoftAssertions();
      for (Attack attack : group.attacks()) {
        AttackReport report = siege.undergo(attack, attack.lasts(), Attackers::of);
        System.out.println(report);
        promises.assertThat(report.brokenPromises()).as(report.toString()).isEmpty();
      }
      promises.assertThat(siege.p99Millis()).as("p99").isLessThan(siege.mostMillis());
      promises.assertAll();
      siege.awaitHeap();
    }
  }
}
