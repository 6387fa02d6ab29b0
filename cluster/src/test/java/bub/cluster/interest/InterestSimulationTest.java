package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cluster.interest.InterestEntry.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random histories of clusters with faults. {@code -Dbub.seed} repeats one of them. */
class InterestSimulationTest {
  private static final int SEEDS = Integer.getInteger("bub.seeds", 400);
  private static final List<Kind> KINDS = List.of(Kind.values());
  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration LONGEST_DELAY = Duration.ofMillis(300);

  /** Small messages and few recent deltas, so that many snapshots with many slices are needed. */
  private static InterestSettings settings(Random random) {
    Duration heartbeat = Duration.ofMillis(500);
    Duration deadAfter = Duration.ofSeconds(3);
    int recent = random.nextInt(6);
    int slices = 8 + random.nextInt(8);
    return new InterestSettings(
        heartbeat, deadAfter, BOUND, 1_400, recent, slices, 16, 100_000, 1_000);
  }

  @Test
  void allTablesAgreeTwoSecondsAfterAnyFaultAndNoBarrierRunsEarly() {
    Long repeated = Long.getLong("bub.seed");
    long first = repeated == null ? 1 : repeated;
    long last = repeated == null ? SEEDS : repeated;
    long confirmed = 0;
    long divergences = 0;
    for (long seed = first; seed <= last; seed++) {
      try {
        var history = new History(seed);
        history.run();
        confirmed += history.confirmed;
        divergences += history.divergences;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
    assertThat(confirmed).as("barriers before their bound").isGreaterThan(last - first);
    assertThat(divergences).as("deltas and snapshots alone must lead to equal tables").isZero();
  }

  private static final class History {
    private final Random random;
    private final SimulatedNetwork network;
    private final int size;
    private final List<SimulatedNode> processes = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private long confirmed;
    private long divergences;

    private History(long seed) {
      random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
      network = new SimulatedNetwork(random, settings(random));
      size = 2 + random.nextInt(4);
      for (int i = 0; i < size; i++) {
        start("n" + i);
      }
    }

    private void run() {
      int rounds = 2 + random.nextInt(4);
      for (int round = 0; round < rounds; round++) {
        disturb();
        for (int step = random.nextInt(30); step > 0; step--) {
          work();
          network.run(Duration.ofMillis(random.nextInt(200)));
        }
      }
      network.heal();
      restartMissing();
      network.run(Duration.ofSeconds(2));
      checkTables();
      network.run(Duration.ofSeconds(2));
      checkTables();
      for (SimulatedNode process : processes) {
        confirmed += process.confirmedBarriers;
        divergences += process.replica.figures().getOrDefault("divergences", 0L);
        assertThat(process.isDead || process.openBarriers == 0).as("every barrier ran").isTrue();
        assertThat(process.conflicts).isEmpty();
      }
    }

    private void start(String name) {
      processes.add(network.start(name));
    }

    private void disturb() {
      network.loss = random.nextBoolean() ? random.nextDouble() * 0.4 : 0;
      network.repetition = random.nextBoolean() ? random.nextDouble() * 0.3 : 0;
      network.jitter = random.nextBoolean() ? 1 + random.nextLong(LONGEST_DELAY.toNanos()) : 0;
      if (random.nextInt(3) == 0) {
        String side = "n" + random.nextInt(size);
        boolean isOneWay = random.nextBoolean();
        for (int i = 0; i < size; i++) {
          network.cut(side, "n" + i);
          if (!isOneWay) {
            network.cut("n" + i, side);
          }
        }
      }
      if (random.nextInt(4) == 0) {
        network.cut("n" + random.nextInt(size), "n" + random.nextInt(size));
      }
    }

    private void work() {
      List<SimulatedNode> nodes = network.nodes();
      if (nodes.isEmpty()) {
        restartMissing();
        return;
      }
      SimulatedNode node = nodes.get(random.nextInt(nodes.size()));
      switch (random.nextInt(20)) {
        case 0 -> network.pause(node, random.nextLong(Duration.ofSeconds(6).toNanos()));
        case 1 -> stop(node);
        case 2 -> restartMissing();
        case 3 -> {
          // Heals all links and keeps the rest of the faults.
          double loss = network.loss;
          network.heal();
          network.loss = loss;
        }
        case 4 -> addMany(node);
        default -> change(node);
      }
    }

    private void stop(SimulatedNode node) {
      if (node.isPaused() || random.nextBoolean()) {
        network.kill(node);
      } else {
        List.copyOf(node.held.keySet()).forEach(node::drop);
        node.replica.leave();
        network.kill(node);
      }
      missing.add(node.id.name());
    }

    /** A process needs longer to start than a message to arrive. */
    private void restartMissing() {
      if (!missing.isEmpty()) {
        network.run(LONGEST_DELAY.multipliedBy(2));
        missing.forEach(this::start);
        missing.clear();
      }
    }

    private void addMany(SimulatedNode node) {
      if (!node.isPaused()) {
        for (int i = random.nextInt(150); i > 0; i--) {
          node.hold(new InterestEntry(Kind.SUBSCRIBE, "many:" + random.nextInt(300)));
        }
        node.replica.flush();
      }
    }

    private void change(SimulatedNode node) {
      if (node.isPaused()) {
        return;
      }
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        if (random.nextInt(3) == 0 && !node.held.isEmpty()) {
          node.drop(node.held.keySet().iterator().next());
        } else {
          Kind kind = KINDS.get(random.nextInt(KINDS.size()));
          var entry = new InterestEntry(kind, "agent:" + random.nextInt(40));
          boolean isNew = !node.held.containsKey(entry);
          node.hold(entry);
          if (isNew && random.nextBoolean()) {
            node.expectKnown(entry, BOUND.toNanos());
          }
        }
      }
      node.replica.flush();
    }

    private void checkTables() {
      Set<NodeId> live = new HashSet<>();
      network.nodes().forEach(node -> live.add(node.id));
      assertThat(live).hasSize(size);
      for (SimulatedNode node : network.nodes()) {
        Set<NodeId> others = new HashSet<>(live);
        others.remove(node.id);
        assertThat(node.replica.nodes())
            .as("%s", node.id)
            .containsExactlyInAnyOrderElementsOf(others);
        assertThat(node.replica.nodesBehind()).isZero();
        for (SimulatedNode other : network.nodes()) {
          assertThat(node.replica.digests().get(other.id))
              .as("%s at %s", other.id, node.id)
              .isEqualTo(other.replica.digests().get(other.id));
          if (node != other) {
            assertThat(node.view.get(other.id))
                .as("%s at %s", other.id, node.id)
                .isEqualTo(other.held.keySet());
          }
        }
      }
    }
  }
}
