package bub.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every test wait long for a condition that must come: a busy machine is slow, not wrong. It
 * looks often, for most conditions come soon. Found by JUnit wherever this module is on the class
 * path.
 */
public final class Patience implements BeforeAllCallback {
  private static final Duration AT_MOST = Duration.ofSeconds(60);
  private static final Duration GLANCE = Duration.ofMillis(10);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(AT_MOST);
    Awaitility.setDefaultPollInterval(GLANCE);
  }
}
