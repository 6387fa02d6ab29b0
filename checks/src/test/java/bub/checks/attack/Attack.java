package bub.checks.attack;

import java.time.Duration;

/**
 * One way to make the bus hold memory, or to keep it from serving others.
 *
 * @param lasts maximum duration of the short form
 */
record Attack(String name, Duration lasts, Plan plan) {

  /** Starts the attackers and returns. */
  @FunctionalInterface
  interface Plan {
    void start(Attackers attackers) throws Exception;
  }

  static Attack of(String name, int seconds, Plan plan) {
    return new Attack(name, Duration.ofSeconds(seconds), plan);
  }

  @Override
  public String toString() {
    return name;
  }
}
