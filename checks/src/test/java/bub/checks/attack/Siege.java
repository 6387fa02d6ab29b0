package bub.checks.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.checks.attack.AttackedBus.ProcessorTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** One attack after another on one bus, while two innocent peers use it. */
final class Siege implements AutoCloseable {
  private static final long MOST_P99_MILLIS = 250;
  private static final long HEAP_TOLERANCE = 24L << 20;
  private static final int WARM_UP_MESSAGES = 50;
  private static final int LEAST_MESSAGES = 30;
  private static final int MESSAGES_AFTERWARDS = 5;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final AttackedBus bus;
  private final BystanderPair bystanders;
  private final MachineNoise noise;
  private final long heapBefore;
  private final ProcessorTime hubBefore;

  Siege(AttackedBus bus) throws IOException, InterruptedException {
    this.bus = bus;
    this.heapBefore = bus.heapInUse();
    this.noise = MachineNoise.start();
    this.bystanders = BystanderPair.on(bus);
    bystanders.awaitMessages(WARM_UP_MESSAGES);
    this.hubBefore = bus.hubTime();
  }

  /**
   * Attacks until every script has ended, or until the time is over, and resets the attackers'
   * connections.
   */
  AttackReport undergo(Attack attack, Duration atMost, Function<AttackedBus, Attackers> recruit)
      throws Exception {
    int first = bystanders.messages();
    int refusedBefore = bystanders.refusals().size();
    bus.resetPeak();
    long end = System.nanoTime() + atMost.toNanos();
    long peak = 0;
    String summary;
    try (Attackers attackers = recruit.apply(bus)) {
      attack.plan().start(attackers);
      boolean done = false;
      while (bus.isAlive() && System.nanoTime() - end < 0 && !done) {
        done = attackers.await(LOOK_AGAIN) && bystanders.messages() - first >= LEAST_MESSAGES;
        peak = Math.max(peak, bus.peakResidentBytes());
      }
      summary = attackers.toString();
    }
    bystanders.awaitMessages(bystanders.messages() + MESSAGES_AFTERWARDS);
    List<String> refusals = bystanders.refusals();
    return new AttackReport(
        attack,
        summary,
        bus.isAlive(),
        peak,
        bystanders.messages() - first,
        bystanders.latencyMillis(first, 0.99),
        bystanders.latencyMillis(first, 1),
        refusals.subList(refusedBefore, refusals.size()));
  }

  /** The latency that 99 of 100 messages of the bystanders kept, over all attacks. */
  long p99Millis() {
    return bystanders.latencyMillis(WARM_UP_MESSAGES, 0.99);
  }

  /** The p99 that is promised; later on a machine that has other work and lets the hub wait. */
  long mostMillis() throws IOException {
    double share = bus.hubTime().shareSince(hubBefore);
    return (long) (MOST_P99_MILLIS / share) + noise.p99Millis();
  }

  /** Waits until the heap in use is about what it was before the first attack. */
  void awaitHeap() {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(bus.heapInUse() - heapBefore)
                    .as("growth of the heap")
                    .isLessThan(HEAP_TOLERANCE));
  }

  @Override
  public void close() throws IOException {
    noise.close();
    bystanders.close();
    bus.close();
  }
}
