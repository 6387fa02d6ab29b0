package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cluster.interest.InterestEntry.Kind;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Promises of the table on a network whose faults the test chooses. */
class InterestReplicaTest {
  private static final InterestEntry WORKER = new InterestEntry(Kind.SUBSCRIBE, "agent:worker");
  private static final InterestEntry CHATS = new InterestEntry(Kind.SUBSCRIBE, "tg:*");
  private static final InterestEntry PEER = new InterestEntry(Kind.PEER, "agent:worker");
  private static final Duration LINK = Duration.ofMillis(5);

  private final SimulatedNetwork network =
      new SimulatedNetwork(new Random(1), InterestSettings.DEFAULTS);
  private final SimulatedNode a = network.start("a");
  private final SimulatedNode b = network.start("b");
  private final SimulatedNode c = network.start("c");

  private void settle() {
    network.run(Duration.ofSeconds(1));
  }

  private void hold(SimulatedNode node, InterestEntry... entries) {
    for (InterestEntry entry : entries) {
      node.hold(entry);
    }
    node.replica.flush();
  }

  private void drop(SimulatedNode node, InterestEntry entry) {
    node.drop(entry);
    node.replica.flush();
  }

  @Test
  void announcesTheFirstHolderAndWithdrawsTheLast() {
    settle();
    hold(a, WORKER, WORKER);
    network.run(LINK);
    assertThat(b.view.get(a.id)).containsExactly(WORKER);
    assertThat(c.view.get(a.id)).containsExactly(WORKER);
    drop(a, WORKER);
    network.run(LINK);
    assertThat(b.view.get(a.id)).containsExactly(WORKER);
    drop(a, WORKER);
    network.run(LINK);
    assertThat(b.view.get(a.id)).isEmpty();
    assertThat(b.replica.entries()).isZero();
  }

  @Test
  void sendsTheChangesOfATurnInOneMessage() {
    settle();
    long before = a.figure("messages_sent");
    hold(a, WORKER, CHATS, PEER);
    assertThat(a.figure("messages_sent") - before).isEqualTo(1);
  }

  @Test
  void splitsLargeChangesIntoMessagesOfBoundedSize() {
    settle();
    for (int i = 0; i < 20_000; i++) {
      a.hold(new InterestEntry(Kind.SUBSCRIBE, "agent:" + "x".repeat(i % 200) + i));
    }
    a.replica.flush();
    network.run(LINK);
    assertThat(b.view.get(a.id)).isEqualTo(a.held.keySet());
    assertThat(network.largestMessage).isBetween(60_000, 65_536);
    assertThat(b.figure("snapshots_applied")).isZero();
  }

  @Test
  void aNewNodeKnowsTheTableOfAllOthersWithinASecond() {
    hold(a, WORKER);
    hold(b, CHATS);
    settle();
    SimulatedNode late = network.start("late");
    settle();
    assertThat(late.view.get(a.id)).containsExactly(WORKER);
    assertThat(late.view.get(b.id)).containsExactly(CHATS);
    assertThat(late.replica.nodesBehind()).isZero();
    assertThat(a.view).containsKey(late.id);
  }

  @Test
  void forgetsASilentNodeWithinFiveSecondsAndNotBeforeThree() {
    hold(a, WORKER);
    settle();
    network.kill(a);
    network.run(Duration.ofMillis(2_400));
    assertThat(b.view).containsKey(a.id);
    network.run(Duration.ofMillis(1_600));
    assertThat(b.view).doesNotContainKey(a.id);
    assertThat(b.replica.nodes()).containsExactly(c.id);
    assertThat(b.figure("nodes_lost")).isEqualTo(1);
  }

  @Test
  void forgetsANodeThatLeavesAtOnceAndIgnoresItsLateMessages() {
    hold(a, WORKER);
    settle();
    a.replica.leave();
    network.run(LINK);
    assertThat(b.view).doesNotContainKey(a.id);
    b.replica.received(new InterestEncoder(a.id).confirmation(b.id.epoch(), 1_000, 0));
    assertThat(b.view).doesNotContainKey(a.id);
  }

  @Test
  void aNewProcessReplacesTheOldOneOfItsName() {
    hold(a, WORKER);
    settle();
    network.kill(a);
    SimulatedNode again = network.start("a");
    hold(again, CHATS);
    settle();
    assertThat(b.view).doesNotContainKey(a.id);
    assertThat(b.view.get(again.id)).containsExactly(CHATS);
    b.replica.received(new InterestEncoder(a.id).confirmation(b.id.epoch(), 1_000, 0));
    assertThat(b.view).containsKey(again.id).doesNotContainKey(a.id);
    assertThat(again.conflicts).isEmpty();
  }

  @Test
  void reportsAnotherLiveProcessWithItsNameOnce() {
    settle();
    var rival = new NodeId("a", 999);
    byte[] sign = new InterestEncoder(rival).confirmation(1, 1, 0);
    a.replica.received(sign);
    assertThat(a.conflicts).as("a late message of a predecessor").isEmpty();
    network.run(Duration.ofMillis(1_100));
    a.replica.received(sign);
    assertThat(a.conflicts).containsExactly(rival);
    a.conflicts.clear();
    network.run(Duration.ofMillis(1_100));
    a.replica.received(sign);
    assertThat(a.conflicts).isEmpty();
    assertThat(a.replica.nodes()).containsExactlyInAnyOrder(b.id, c.id);
  }

  @Test
  void theLaterOfTwoProcessesWithOneNameCountsAsLongAsItLives() {
    var first = new NodeId("twin", 1_000);
    var second = new NodeId("twin", 2_000);
    for (int i = 0; i < 60; i++) {
      a.replica.received(new InterestEncoder(first).confirmation(1, i, 0));
      if (i > 0) {
        a.replica.received(new InterestEncoder(second).confirmation(1, i, 0));
        assertThat(a.view).containsKey(second).doesNotContainKey(first);
      }
      network.run(Duration.ofMillis(200));
    }
    a.replica.received(new InterestEncoder(second).goodbye());
    for (int i = 0; i < 20; i++) {
      network.run(Duration.ofMillis(200));
      a.replica.received(new InterestEncoder(first).confirmation(1, 100 + i, 0));
    }
    assertThat(a.view).containsKey(first);
  }

  @Test
  void theNewestClaimOfAPeerWins() {
    settle();
    hold(a, PEER);
    network.run(LINK);
    hold(b, PEER);
    network.run(LINK);
    assertThat(c.replica.nodeOfPeer("agent:worker")).isEqualTo(b.id);
    drop(b, PEER);
    network.run(LINK);
    assertThat(c.replica.nodeOfPeer("agent:worker")).isEqualTo(a.id);
    drop(a, PEER);
    network.run(LINK);
    assertThat(c.replica.nodeOfPeer("agent:worker")).isNull();
  }

  @Test
  void doesNotForgetOthersBecauseItWasStoppedItself() {
    hold(b, WORKER);
    settle();
    network.pause(a, Duration.ofSeconds(20).toNanos());
    network.run(Duration.ofSeconds(10));
    assertThat(b.view).doesNotContainKey(a.id);
    network.run(Duration.ofSeconds(11));
    assertThat(a.lostAt).isEmpty();
    assertThat(a.view.get(b.id)).containsExactly(WORKER);
    network.run(Duration.ofSeconds(1));
    assertThat(b.view).containsKey(a.id);
  }

  @Test
  void refusesNodesAndEntriesBeyondItsLimits() {
    var settings =
        new InterestSettings(
            Duration.ofMillis(500), Duration.ofSeconds(3), LINK, 64_000, 256, 32, 1, 2, 10);
    var small = new SimulatedNetwork(new Random(2), settings);
    SimulatedNode one = small.start("one");
    SimulatedNode two = small.start("two");
    SimulatedNode three = small.start("three");
    hold(one, WORKER, CHATS, PEER);
    small.run(Duration.ofSeconds(2));
    assertThat(one.figure("entries_refused")).isEqualTo(1);
    assertThat(one.figure("entries_local")).isEqualTo(2);
    assertThat(two.replica.nodes()).hasSize(1);
    assertThat(three.figure("nodes_refused")).isPositive();
  }

  @Test
  void figuresAndDigestsDescribeAllTables() {
    settle();
    hold(a, WORKER, CHATS);
    hold(b, PEER);
    network.run(LINK);
    InterestDigest own = Objects.requireNonNull(a.replica.digests().get(a.id));
    assertThat(own.sequence()).isEqualTo(1);
    assertThat(own.entries()).isEqualTo(2);
    assertThat(c.replica.digests()).containsEntry(a.id, own).containsOnlyKeys(a.id, b.id, c.id);
    assertThat(c.replica.entries()).isEqualTo(3);
    assertThat(c.figure("entries_remote")).isEqualTo(3);
    assertThat(c.replica.heldBytes()).isBetween(65_536L, 80_000L);
  }
}
