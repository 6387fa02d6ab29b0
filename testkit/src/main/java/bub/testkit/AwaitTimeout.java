package bub.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A long default timeout for awaited conditions, because a busy machine is slow, not wrong. */
public final class AwaitTimeout implements BeforeAllCallback {
  private static final Duration AT_MOST = Duration.ofSeconds(60);
  private static final Duration GLANCE = Duration.ofMillis(10);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(AT_MOST);
    Awaitility.setDefaultPollInterval(GLANCE);
  }
}
