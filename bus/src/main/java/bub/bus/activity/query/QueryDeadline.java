package bub.bus.activity.query;

import java.time.Duration;

/** Deadline that ends a query which would block other queries for too long. One thread only. */
final class QueryDeadline {
  private static final int STEPS_A_LOOK = 256;

  private final Duration allowed;
  private final long endsAt;
  private int steps;

  QueryDeadline(Duration allowed) {
    this.allowed = allowed;
    this.endsAt = System.nanoTime() + allowed.toNanos();
  }

  void step() {
    if (++steps % STEPS_A_LOOK == 0 && System.nanoTime() - endsAt > 0) {
      throw new QueryRefused(
          "the query took longer than "
              + allowed.toSeconds()
              + " s: query a shorter time range or a single message, or page with beforeId");
    }
  }
}
