package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialects;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A watcher of one node sees the new events of all nodes. */
class ClusterWatchTest {
  private static final Duration TICK = Duration.ofMillis(250);

  private final InspectedNode n1 = new InspectedNode("n1");
  private final InspectedNode n2 = new InspectedNode("n2");
  private final ScriptedCluster cluster = new ScriptedCluster("n1").with("n2", n2::answers);

  ClusterWatchTest() {
    n1.bus.hub.join(cluster);
  }

  @Test
  void watchesTheNewEventsOfOtherNodes() {
    n2.logs("send_start", "before", "agent:b", 1);
    RawPeer watcher = n1.bus.peer(Dialects.ADDRESS, "cli:watcher");
    watcher.result("watchActivity", "{\"event\":\"send_start\"}");
    n1.bus.pass(TICK);
    n2.logs("send_start", "new", "agent:b", 2).logs("send_finish", "new", "agent:b", 3);
    n1.bus.pass(TICK);
    n1.bus.pass(TICK);

    assertThat(watcher.calls).hasSize(1);
    JsonNode rows = watcher.calls.getFirst().at("/params/rows");
    assertThat(rows).hasSize(1);
    assertThat(rows.at("/0/messageId").asString()).isEqualTo("new");
    assertThat(rows.at("/0/node").asString()).isEqualTo("n2");
  }

  @Test
  void watchesOneNodeOnly() {
    RawPeer watcher = n1.bus.peer(Dialects.ADDRESS, "cli:watcher");
    watcher.result("watchActivity", "{\"node\":\"n2\"}");
    assertThat(n1.bus.activity.watchers).isEmpty();
    cluster.asked.clear();
    watcher.result("watchActivity", "{\"node\":\"n1\"}");
    n1.bus.pass(TICK);

    assertThat(n1.bus.activity.watchers).hasSize(1);
    assertThat(cluster.asked).isEmpty();
  }

  @Test
  void aNodeThatWritesTooFastIsFollowedFromItsNewestEvent() {
    RawPeer watcher = n1.bus.peer(Dialects.ADDRESS, "cli:watcher");
    watcher.result("watchActivity", "{}");
    n1.bus.pass(TICK);
    for (int i = 0; i < 10_000; i++) {
      n2.logs("send_start", "m" + i, "agent:b", 1);
    }
    for (int i = 0; i < 20; i++) {
      n1.bus.pass(TICK);
    }
    n2.logs("send_start", "last", "agent:b", 1);
    n1.bus.pass(TICK);

    assertThat(watcher.calls).hasSize(6);
    assertThat(watcher.calls.getLast().at("/params/rows/0/messageId").asString()).isEqualTo("last");
  }
}
