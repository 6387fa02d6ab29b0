package bub.browser;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Pool of browsers for a test run: one per test class at a time, all closed at the end of the run.
 * Safe for any thread.
 */
final class Browsers implements AutoCloseable {
  /** A busy machine is slow, not wrong. */
  static final int TIMEOUT_MS = 60_000;

  private final Queue<Chromium> idle = new ConcurrentLinkedQueue<>();

  private Browsers() {
    PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MS);
  }

  static Browsers of(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(Browsers.class))
        .computeIfAbsent(Browsers.class, _ -> new Browsers(), Browsers.class);
  }

  Chromium take() {
    Chromium waiting = idle.poll();
    return waiting == null ? Chromium.launch() : waiting;
  }

  void giveBack(Chromium browser) {
    idle.add(browser);
  }

  @Override
  public void close() {
    idle.forEach(Chromium::close);
  }
}
