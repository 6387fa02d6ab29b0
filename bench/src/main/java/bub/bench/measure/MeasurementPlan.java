package bub.bench.measure;

import java.time.Duration;
import java.util.List;

/** Durations of a run: a warm-up per server, then rounds with one window per server. */
public record MeasurementPlan(
    Duration warmUp,
    int rounds,
    Duration window,
    List<Integer> crowds,
    int registered,
    int spawned,
    int botChats,
    int clusterSubscriptions) {
  public static final MeasurementPlan FULL =
      new MeasurementPlan(
          Duration.ofSeconds(8),
          5,
          Duration.ofSeconds(3),
          List.of(100, 10_000, 1_000_000),
          100_000,
          20,
          10_000,
          1_000_000);

  public static final MeasurementPlan COMPARISON =
      new MeasurementPlan(Duration.ofSeconds(8), 7, Duration.ofSeconds(3), List.of(), 0, 0, 0, 0);

  /** Plan without the largest number of subscriptions, which takes longer than all the rest. */
  public static final MeasurementPlan QUICK =
      new MeasurementPlan(
          Duration.ofSeconds(2),
          2,
          Duration.ofMillis(700),
          List.of(100, 10_000),
          10_000,
          5,
          500,
          0);
}
