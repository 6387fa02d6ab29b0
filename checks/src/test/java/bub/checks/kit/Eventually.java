package bub.checks.kit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;

/** Waits for a condition, with a time limit. */
public final class Eventually {
  private Eventually() {}

  /** Tries {@code assertion} until it holds. */
  public static void holds(ThrowingRunnable assertion) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .untilAsserted(assertion);
  }
}
