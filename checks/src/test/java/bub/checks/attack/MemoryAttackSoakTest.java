package bub.checks.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.Workbench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same attacks for longer, by attackers that reconnect whenever the bus disconnects them. */
@Tag("soak")
class MemoryAttackSoakTest {
  private static final Duration EACH = Duration.ofSeconds(20);

  @RegisterExtension final Workbench workbench = new Workbench();

  static List<AttackGroup> groups() {
    return AttackGroup.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("groups")
  void survivesPersistentAttackers(AttackGroup group) throws Exception {
    try (var siege = new Siege(group.start(workbench))) {
      for (Attack attack : group.attacks()) {
        AttackReport report = siege.undergo(attack, EACH, Attackers::persistent);
        System.out.println(report);
        assertThat(report.brokenPromises()).as(report.toString()).isEmpty();
        assertThat(report.p99Millis()).as(report.toString()).isLessThan(siege.mostMillis());
        siege.awaitHeap();
      }
    }
  }
}
