package bub.console.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import bub.console.view.BusViews.HealthSample;
import bub.console.view.BusViews.MemoryView;
import bub.console.watch.LatencyHistogram.Step;
import bub.protocol.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversion of counters to rates. */
class FiguresTest {
  private static final Instant NOW = Instant.EPOCH;

  private static Metrics metrics(long accepted) {
    var values = new LinkedHashMap<String, Long>();
    values.put("messages_accepted_total", accepted);
    values.put("messages_refused_total", accepted / 20);
    values.put("messages_refused_rate_limited_total", accepted / 20);
    values.put("deliveries_timeout_total", accepted / 10);
    return new Metrics(values);
  }

  private static HealthSample sample(RateCalculator rates, long accepted, long seconds) {
    return rates.sample(metrics(accepted), seconds * 1_000_000_000L, NOW, Latencies.Summary.NONE);
  }

  @Test
  void turnsCountsIntoRates() {
    var rates = new RateCalculator();
    assertThat(sample(rates, 1_000, 10).perSecond()).as("nothing to compare with").isZero();
    HealthSample next = sample(rates, 1_200, 12);
    assertThat(next.perSecond()).isEqualTo(100);
    assertThat(next.deliveries()).containsExactly(entry("timeout", 10.0));
    assertThat(next.refusedBy()).containsExactly(entry("rate_limited", 5.0));
  }

  @Test
  void readsTheMemoryAccountOfABusThatHasOne() {
    var values = new LinkedHashMap<String, Long>();
    values.put("memory_limit_bytes", 1_000L);
    values.put("memory_held_bytes", 300L);
    values.put("memory_held_frames_bytes", 100L);
    values.put("memory_held_client_info_bytes", 200L);
    values.put("memory_refused_total", 7L);
    values.put("memory_closed_total", 1L);
    HealthSample sample =
        new RateCalculator().sample(new Metrics(values), 0, NOW, Latencies.Summary.NONE);
    assertThat(sample.memory())
        .isEqualTo(new MemoryView(1_000, 300, Map.of("frames", 100L, "client_info", 200L), 7, 1));
    assertThat(sample(new RateCalculator(), 1, 1).memory()).isNull();
  }

  @Test
  void theFirstSampleIsComparedWithTheBeginning() {
    var rates = new RateCalculator();
    assertThat(rates.hasBeginning()).isFalse();
    rates.begin(metrics(1_000), 10_000_000_000L);
    assertThat(rates.hasBeginning()).isTrue();
    assertThat(sample(rates, 1_200, 12).perSecond()).isEqualTo(100);
  }

  @Test
  void whoWaitsGetsTheNextSample() throws Exception {
    var history = new HealthHistory();
    assertThat(history.next(null, Duration.ofMillis(1))).isNull();
    HealthSample first = sample(new RateCalculator(), 1, 1);
    history.add(first);
    assertThat(history.next(null, Duration.ZERO)).isSameAs(first);
    assertThat(history.next(first, Duration.ofMillis(1))).isNull();
    Thread.ofVirtual().start(() -> history.add(sample(new RateCalculator(), 2, 2)));
    assertThat(history.next(first, Duration.ofSeconds(20))).isNotNull().isNotSameAs(first);
  }

  @Test
  void aBusThatStartedAgainHasNoNegativeRate() {
    var rates = new RateCalculator();
    sample(rates, 1_000, 1);
    assertThat(sample(rates, 5, 2).perSecond()).isZero();
  }

  @Test
  void knowsPercentilesOfTheLastSecondOnly() {
    var latencies = new Latencies(() -> 0.5);
    for (int i = 1; i <= 100; i++) {
      latencies.add(i);
    }
    Latencies.Summary summary = latencies.drain();
    assertThat(summary.p50()).isEqualTo(51);
    assertThat(summary.p99()).isEqualTo(100);
    assertThat(summary.measured()).isEqualTo(100);
    assertThat(latencies.drain()).isEqualTo(Latencies.Summary.NONE);
  }

  @Test
  void addsUpHowLongMessagesTookInSteps() {
    var latencies = new Latencies(() -> 0.5);
    for (double millis : new double[] {0, 1, 1.1, 250, 90_000}) {
      latencies.add(millis);
    }
    latencies.drain();
    LatencyHistogram.Counts counts = latencies.histogram().counts();
    assertThat(counts.total()).isEqualTo(5);
    assertThat(counts.sumSeconds()).isCloseTo(90.2521, within(1e-9));
    assertThat(counts.steps())
        .startsWith(new Step(0.001, 2), new Step(0.0025, 3))
        .contains(new Step(0.1, 3), new Step(0.25, 4), new Step(60, 4))
        .endsWith(new Step(Double.POSITIVE_INFINITY, 5));
  }

  @Test
  void keepsTheWorstOfMany() {
    var latencies = new Latencies(() -> 0.999_999);
    for (int i = 0; i < 100_000; i++) {
      latencies.add(i == 50_000 ? 999 : 1);
    }
    assertThat(latencies.drain().max()).isEqualTo(999);
  }

  @Test
  void remembersOneHour() {
    var history = new HealthHistory();
    var rates = new RateCalculator();
    for (int second = 0; second < 4_000; second++) {
      history.add(sample(rates, second * 100L, second));
    }
    assertThat(history.view(3_600, 3_600).samples()).hasSize(3_600);
    assertThat(history.view(60, 60).samples()).hasSize(60);
    assertThat(history.view(3_600, 60).samples())
        .hasSize(60)
        .allSatisfy(sample -> assertThat(sample.perSecond()).isEqualTo(100));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1",
    "1, 250, 1",
    "1, 251, 2",
    "3, 2000, 8",
    "1, 1e18, 65536",
    "0, 90, 1",
    "0, 1000, 16"
  })
  void looksTheLessTheMoreThereIsToSee(int browsers, double rate, int oneIn) {
    assertThat(SamplingRate.oneIn(browsers, rate)).isEqualTo(oneIn);
  }

  @Test
  void aClockThatWasSetBackTakesNoTime() {
    assertThat(MessageJourney.millis("2026-02-17T12:00:01Z", "2026-02-17T12:00:00Z")).isZero();
    assertThat(MessageJourney.millis("2026-02-17T12:00:00.000100Z", "2026-02-17T12:00:00.001600Z"))
        .isEqualTo(1.5);
    assertThat(MessageJourney.millis("nonsense", "")).isZero();
  }
}
