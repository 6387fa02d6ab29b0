package bub.bench;

import java.time.Duration;
import java.util.List;

/** How long a run takes: warm-up for each server, then rounds in which each gets one window. */
record MeasurementPlan(
    Duration warmUp,
    int rounds,
    Duration window,
    List<Integer> crowds,
    int registered,
    int spawned,
    int botChats) {
  static final MeasurementPlan FULL =
      new MeasurementPlan(
          Duration.ofSeconds(8),
          5,
          Duration.ofSeconds(3),
          List.of(100, 10_000, 1_000_000),
          100_000,
          20,
          10_000);

  /** Two builds against each other, often enough for a median that noise does not move. */
  static final MeasurementPlan COMPARISON =
      new MeasurementPlan(Duration.ofSeconds(8), 7, Duration.ofSeconds(3), List.of(), 0, 0, 0);

  /** Leaves out the crowd that alone takes longer than the rest. */
  static final MeasurementPlan QUICK =
      new MeasurementPlan(
          Duration.ofSeconds(2), 2, Duration.ofMillis(700), List.of(100, 10_000), 10_000, 5, 500);
}
