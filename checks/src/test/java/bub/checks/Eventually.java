package bub.checks;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;

/** Waits for a condition, with a time limit. */
final class Eventually {
  private Eventually() {}

  /** Tries {@code assertion} until it holds. */
  static void holds(ThrowingRunnable assertion) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .untilAsserted(assertion);
  }
}
