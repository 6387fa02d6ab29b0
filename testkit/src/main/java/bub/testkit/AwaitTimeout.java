package bub.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets a long timeout for conditions that a test awaits, because a busy machine is slow, not wrong.
 * Polls often, because most conditions come true soon. JUnit loads it where this module is on the
 * class path.
 */
public final class AwaitTimeout implements BeforeAllCallback {
  private static final Duration AT_MOST = Duration.ofSeconds(60);
  private static final Duration GLANCE = Duration.ofMillis(10);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(AT_MOST);
    Awaitility.setDefaultPollInterval(GLANCE);
  }
}
