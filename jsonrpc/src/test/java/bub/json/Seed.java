package bub.json;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Source of randomness for tests: the same in every run, so that builds are repeatable. {@code
 * ./dev soak} passes a new {@code -Dbub.seed=…}, and the seed in a failure message repeats the run.
 */
public record Seed(long value) {

  public static Seed given() {
    return new Seed(Long.getLong("bub.seed", 20_260_401L));
  }

  public RandomGenerator random() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(value);
  }

  /** For assertion messages: how to see the same again. */
  @Override
  public String toString() {
    return "-Dbub.seed=" + value;
  }
}
