package bub.protocol;

import java.util.Random;

/** Randomness a failed test can repeat: run it again with {@code -Dbub.seed=…} from its message. */
public record Seed(long value) {

  public static Seed next() {
    return new Seed(Long.getLong("bub.seed", System.nanoTime()));
  }

  public Random random() {
    return new Random(value);
  }

  @Override
  public String toString() {
    return "-Dbub.seed=" + value;
  }
}
