package bub.json;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Where a test's randomness comes from: {@code -Dbub.seed=…} repeats a run that failed. */
public record Seed(long value) {

  public static Seed fresh() {
    return new Seed(Long.getLong("bub.seed", System.nanoTime()));
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
