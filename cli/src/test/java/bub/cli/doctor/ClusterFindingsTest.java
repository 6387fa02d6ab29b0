package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.doctor.Finding.Severity;
import bub.protocol.ClusterStatus;
import bub.protocol.ClusterStatus.Nats;
import bub.protocol.ClusterStatus.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterFindingsTest {
  private static final Nats CONNECTED =
      new Nats("connected", "nats://a:4222", "2.10.27", true, null, 0, null);

  private static Node node(String name, String state, @Nullable Long clockMs) {
    return new Node(name, 1L, "0.2.0", 1, state, null, 3, 10L, 1L, clockMs);
  }

  private static Finding judge(Nats nats, Node... others) {
    var nodes = new ArrayList<>(List.of(node("n1", "up", null)));
    nodes.addAll(List.of(others));
    return ClusterFindings.of("pid 7", new ClusterStatus("n1", "prod", nodes, nats));
  }

  @Test
  void isFineWhenAllNodesAreUp() {
    Finding finding = judge(CONNECTED, node("n2", "up", 12L));

    assertThat(finding.severity()).isEqualTo(Severity.FINE);
    assertThat(finding.text())
        .isEqualTo("pid 7, node n1 of prod, NATS 2.10.27 at nats://a:4222, 2 nodes up");
  }

  @Test
  void reportsALostConnectionToNats() {
    Finding finding =
        judge(new Nats("reconnecting", null, null, null, null, 3, "Connection refused"));

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.text()).contains("not connected to NATS: Connection refused");
    assertThat(finding.remedies()).isNotEmpty();
  }

  @Test
  void reportsThatNatsHasNoQuorum() {
    Finding finding = judge(new Nats("connected", null, "2.10.27", false, null, 0, null));

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.text()).contains("no quorum");
  }

  @Test
  void namesNodesThatAreNotUp() {
    Finding finding = judge(CONNECTED, node("n2", "silent", null));

    assertThat(finding.severity()).isEqualTo(Severity.CAUTION);
    assertThat(finding.text()).contains("n2 (silent)");
  }

  @Test
  void warnsOfClocksThatDiffer() {
    Finding finding = judge(CONNECTED, node("n2", "up", -3_600_000L), node("n3", "up", 5_000L));

    assertThat(finding.severity()).isEqualTo(Severity.CAUTION);
    assertThat(finding.text()).contains("n2 is", "behind", "n3 is", "ahead");
  }
}
