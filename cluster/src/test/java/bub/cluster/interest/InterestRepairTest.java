package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cluster.interest.InterestEntry.Kind;
import bub.cluster.interest.InterestMessage.Action;
import bub.cluster.interest.InterestMessage.Question;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Repair of tables from which the network kept something. */
class InterestRepairTest {
  private static final InterestEntry WORKER = new InterestEntry(Kind.SUBSCRIBE, "agent:worker");
  private static final InterestEntry CHATS = new InterestEntry(Kind.SUBSCRIBE, "tg:*");

  private SimulatedNetwork network = new SimulatedNetwork(new Random(1), InterestSettings.DEFAULTS);

  private static InterestSettings withoutRecentDeltas() {
    InterestSettings s = InterestSettings.DEFAULTS;
    return new InterestSettings(
        s.heartbeat(), s.deadAfter(), s.barrierBound(), 4_096, 0, 4, 16, s.maxEntries(), 100);
  }

  private static InterestEntry entry(int i) {
    return new InterestEntry(Kind.SUBSCRIBE, "agent:" + i);
  }

  @Test
  void sendsLostDeltasAgain() {
    SimulatedNode a = network.start("a");
    SimulatedNode b = network.start("b");
    a.hold(entry(1));
    network.run(Duration.ofSeconds(1));
    network.cut("a", "b");
    a.hold(WORKER);
    a.replica.flush();
    network.run(Duration.ofMillis(50));
    network.heal();
    a.hold(CHATS);
    a.replica.flush();
    network.run(Duration.ofMillis(10));
    assertThat(b.view.get(a.id)).as("no delta before the one that is missing").hasSize(1);
    network.run(Duration.ofSeconds(1));
    assertThat(b.view.get(a.id)).containsExactlyInAnyOrder(entry(1), WORKER, CHATS);
    assertThat(b.figure("snapshots_applied")).isZero();
  }

  @Test
  void keepsTheRoutesThatStayWhileASnapshotArrives() {
    network = new SimulatedNetwork(new Random(1), withoutRecentDeltas());
    SimulatedNode a = network.start("a");
    SimulatedNode b = network.start("b");
    network.run(Duration.ofSeconds(1));
    for (int i = 0; i < 2_000; i++) {
      a.hold(entry(i));
    }
    a.replica.flush();
    network.run(Duration.ofSeconds(1));
    assertThat(b.view.get(a.id)).hasSize(2_000);
    network.cut("a", "b");
    for (int i = 0; i < 100; i++) {
      a.drop(entry(i));
      a.hold(entry(2_000 + i));
    }
    a.replica.flush();
    network.run(Duration.ofSeconds(1));
    network.heal();
    network.run(Duration.ofSeconds(2));
    assertThat(b.view.get(a.id)).isEqualTo(a.held.keySet());
    assertThat(b.figure("snapshots_applied")).isEqualTo(1);
    assertThat(b.removals).isEqualTo(100);
    assertThat(b.lostAt).isEmpty();
  }

  @Test
  void findsAndRepairsATableThatDiffersAtTheSameDelta() {
    SimulatedNode a = network.start("a");
    SimulatedNode b = network.start("b");
    network.run(Duration.ofSeconds(1));
    var forged = new InterestEncoder(a.id);
    ByteBuffer delta = forged.beginDelta(4_096);
    InterestEncoder.putEntry(delta, Action.ADD, CHATS.kind(), CHATS.text());
    b.replica.received(forged.delta(delta, 1, Question.NONE, 1));
    a.hold(WORKER);
    a.replica.flush();
    network.run(Duration.ofMillis(5));
    assertThat(b.view.get(a.id)).containsExactly(CHATS);
    network.run(Duration.ofSeconds(2));
    assertThat(b.view.get(a.id)).containsExactly(WORKER);
    assertThat(b.figure("divergences")).isEqualTo(1);
  }

  @Test
  void aLargeTableArrivesWithinSecondsInABoundedNumberOfSlicesPerTick() {
    SimulatedNode a = network.start("a");
    for (int i = 0; i < 200_000; i++) {
      a.replica.add(new InterestEntry(Kind.SUBSCRIBE, "agent:worker-" + i));
      if (i % 1_000 == 0) {
        a.replica.flush();
      }
    }
    a.replica.flush();
    SimulatedNode b = network.start("b");
    long most = 0;
    for (int tick = 0; tick < 15; tick++) {
      long before = a.figure("slices_sent");
      network.run(Duration.ofMillis(100));
      most = Math.max(most, a.figure("slices_sent") - before);
    }
    assertThat(b.replica.entries()).isEqualTo(200_000);
    assertThat(b.replica.nodesBehind()).isZero();
    assertThat(most).isBetween(10L, 64L);
    network.run(Duration.ofSeconds(3));
    assertThat(a.replica.heldBytes()).as("the copy is gone").isLessThan(22_000_000);
    assertThat(b.figure("snapshots_applied")).isEqualTo(1);
  }

  @Test
  void aSnapshotSurvivesLossAndRepetition() {
    network = new SimulatedNetwork(new Random(3), withoutRecentDeltas());
    SimulatedNode a = network.start("a");
    for (int i = 0; i < 3_000; i++) {
      a.hold(entry(i));
    }
    network.loss = 0.2;
    network.repetition = 0.2;
    SimulatedNode b = network.start("b");
    network.run(Duration.ofSeconds(15));
    assertThat(b.view.get(a.id)).isEqualTo(a.held.keySet());
  }
}
