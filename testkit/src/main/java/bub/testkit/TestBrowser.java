package bub.testkit;

import java.nio.file.Path;

/** The Chromium that tests use: Debian's, or the one that BUB_BROWSER names. */
public final class TestBrowser {
  private TestBrowser() {}

  public static Path executable() {
    String named = System.getenv("BUB_BROWSER");
    return Path.of(named == null || named.isBlank() ? "/usr/bin/chromium" : named);
  }
}
