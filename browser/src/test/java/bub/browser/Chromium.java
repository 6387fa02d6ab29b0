package bub.browser;

import bub.testkit.TestBrowser;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import java.util.List;
import java.util.Map;

/** Chromium and the driver that moves it; for one thread at a time. */
record Chromium(Playwright playwright, Browser browser) implements AutoCloseable {
  /** What a test does not look at need not cost a core. */
  private static final List<String> FRUGAL =
      List.of(
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-proxy-server",
          "--mute-audio");

  static Chromium launch() {
    Playwright playwright =
        Playwright.create(
            new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    return new Chromium(
        playwright,
        playwright
            .chromium()
            .launch(
                new LaunchOptions()
                    .setExecutablePath(TestBrowser.executable())
                    .setChromiumSandbox(!"root".equals(System.getProperty("user.name")))
                    .setArgs(FRUGAL)));
  }

  @Override
  public void close() {
    playwright.close();
  }
}
