package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cluster.interest.InterestEntry.Kind;
import bub.cluster.interest.InterestMessage.Question;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Promises of the barrier that lets a subscriber wait until every node routes to it. */
class KnownBarriersTest {
  private static final InterestEntry WORKER = new InterestEntry(Kind.SUBSCRIBE, "agent:worker");
  private static final Duration ROUND_TRIP = Duration.ofMillis(3);

  private final SimulatedNetwork network =
      new SimulatedNetwork(new Random(1), InterestSettings.DEFAULTS);
  private final SimulatedNode a = network.start("a");
  private final AtomicInteger ran = new AtomicInteger();

  private void startOthers() {
    network.start("b");
    network.start("c");
    network.run(Duration.ofSeconds(1));
  }

  private void subscribe() {
    a.hold(WORKER);
    a.replica.whenKnown(ran::incrementAndGet);
    a.replica.flush();
  }

  @Test
  void runsAtOnceOnANodeThatIsAlone() {
    subscribe();
    assertThat(ran).hasValue(1);
  }

  @Test
  void runsAfterOneRoundTripToAllNodes() {
    startOthers();
    subscribe();
    assertThat(ran).hasValue(0);
    network.run(ROUND_TRIP);
    assertThat(ran).hasValue(1);
    a.replica.whenKnown(ran::incrementAndGet);
    assertThat(ran).as("nothing has changed since").hasValue(2);
  }

  @Test
  void runsAfterItsBoundWhenANodeDoesNotConfirm() {
    startOthers();
    network.cut("a", "b");
    subscribe();
    network.run(Duration.ofMillis(900));
    assertThat(ran).hasValue(0);
    network.run(Duration.ofMillis(200));
    assertThat(ran).hasValue(1);
    assertThat(a.figure("barriers_timed_out")).isEqualTo(1);
  }

  @Test
  void waitsNoLongerForANodeThatLeft() {
    startOthers();
    network.cut("a", "b");
    subscribe();
    network.run(ROUND_TRIP);
    SimulatedNode b = network.nodes().stream().filter(n -> n.id.name().equals("b")).findAny().get();
    b.replica.leave();
    network.run(ROUND_TRIP);
    assertThat(ran).hasValue(1);
    assertThat(a.figure("barriers_timed_out")).isZero();
  }

  @Test
  void asksAgainWhenAConfirmationIsLost() {
    startOthers();
    network.cut("b", "a");
    subscribe();
    network.run(ROUND_TRIP);
    assertThat(ran).hasValue(0);
    network.heal();
    network.run(Duration.ofMillis(110));
    assertThat(ran).hasValue(1);
  }

  @Test
  void aLateConfirmationDoesNotHideThatTheNodeForgotTheTable() {
    var other = new NodeId("other", 77);
    var encoder = new InterestEncoder(other);
    a.hold(WORKER);
    a.replica.flush();
    a.replica.received(encoder.heartbeat(5, Question.NONE, 0, 0, 0, Map.of(a.id.epoch(), 1L)));
    a.replica.received(encoder.heartbeat(7, Question.NONE, 0, 0, 0, Map.of()));
    a.replica.whenKnown(ran::incrementAndGet);
    a.replica.flush();
    assertThat(ran).hasValue(0);
    a.replica.received(encoder.confirmation(a.id.epoch(), 6, 1));
    assertThat(ran).hasValue(0);
    a.replica.received(encoder.confirmation(a.id.epoch(), 8, 1));
    assertThat(ran).hasValue(1);
  }

  @Test
  void runsAtOnceWhenTooManyWait() {
    startOthers();
    network.cut("a", "b");
    int limit = InterestSettings.DEFAULTS.maxBarriers();
    a.hold(WORKER);
    for (int i = 0; i < limit; i++) {
      a.replica.whenKnown(ran::incrementAndGet);
    }
    assertThat(ran).hasValue(0);
    a.replica.whenKnown(ran::incrementAndGet);
    assertThat(ran).hasValue(1);
    assertThat(a.figure("barriers_refused")).isEqualTo(1);
    network.run(Duration.ofSeconds(2));
    assertThat(ran).hasValue(limit + 1);
  }

  @Test
  void runsWhenTheNodeItselfLeaves() {
    startOthers();
    subscribe();
    a.replica.leave();
    assertThat(ran).hasValue(1);
    a.replica.whenKnown(ran::incrementAndGet);
    assertThat(ran).hasValue(2);
  }
}
