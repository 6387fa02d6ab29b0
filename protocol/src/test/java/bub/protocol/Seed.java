package bub.protocol;

import java.util.Random;

/**
 * Where a test's randomness comes from: the same in every run, so that a build is no lottery;
 * {@code ./dev soak} passes a new {@code -Dbub.seed=…}, and the seed in a message repeats a run
 * that failed.
 */
public record Seed(long value) {

  public static Seed given() {
    return new Seed(Long.getLong("bub.seed", 20_260_401L));
  }

  public Random random() {
    return new Random(value);
  }

  @Override
  public String toString() {
    return "-Dbub.seed=" + value;
  }
}
