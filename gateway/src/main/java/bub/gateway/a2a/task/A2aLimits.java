package bub.gateway.a2a.task;

import java.time.Duration;

/**
 * Limits for tasks.
 *
 * @param open tasks that are not over, of all callers
 * @param openPerCaller tasks of one caller that are not over
 * @param kept tasks of one caller that are over
 * @param keptBytes size of the tasks of one caller that are over, together
 * @param bytes size of one task
 * @param working longest time from a message to its answer
 * @param age time that a task is kept after its last change
 */
public record A2aLimits(
    int open,
    int openPerCaller,
    int kept,
    long keptBytes,
    int bytes,
    Duration working,
    Duration age) {
  public static A2aLimits standard() {
    return new A2aLimits(
        512, 128, 1_000, 128 << 20, 1 << 20, Duration.ofHours(24), Duration.ofDays(7));
  }
}
