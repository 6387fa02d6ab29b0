package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ScreenshotAnimations;
import com.microsoft.playwright.options.ScreenshotScale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A person with a separate browser profile, without data of earlier visitors. */
final class Visitor implements AutoCloseable {
  private static final int MANY_TABS = 100;

  private final LiveConsole console;
  private final BrowserContext context;
  private Look look;
  private final Complaints complaints = new Complaints();
  private final Page page;

  private Visitor(LiveConsole console, BrowserContext context, Look look) {
    this.console = console;
    this.context = context;
    this.look = look;
    context.setDefaultTimeout(Browsers.TIMEOUT_MS);
    complaints.listenTo(context);
    this.page = context.newPage();
  }

  static Visitor of(LiveConsole console, Chromium chromium, Look look) {
    return new Visitor(console, chromium.browser().newContext(look.options()), look);
  }

  BrowserContext context() {
    return context;
  }

  Page page() {
    return page;
  }

  /** Goes to a view, such as {@code /chat}. */
  Page opens(String path) {
    page.navigate(console.url(path));
    return page;
  }

  /** Follows a link, such as one that logs in. */
  Page follows(String link) {
    page.navigate(link);
    return page;
  }

  /**
   * Follows a login link, and waits until the login is complete: leaving the page would stop it.
   */
  void logsIn(String link) {
    follows(link)
        .getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Views"))
        .waitFor();
  }

  /** Whatever the browser complains about with this in it is part of the test. */
  Visitor expecting(String complaint) {
    complaints.expect(complaint);
    return this;
  }

  /** Requests may fail: the test takes the console away. */
  Visitor expectingOutage() {
    return expecting("net::ERR_").expecting("Failed to load resource");
  }

  Complaints complaints() {
    return complaints;
  }

  // ---- by keyboard

  void presses(String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
  }

  /** Presses Tab until this has the focus. */
  void tabsTo(Locator wanted) {
    wanted.waitFor();
    var passed = new ArrayList<String>();
    while (!hasFocus(wanted)) {
      assertThat(passed).as("Tab never gets to " + wanted).hasSizeLessThan(MANY_TABS);
      presses("Tab");
      passed.add(focused());
    }
  }

  private static boolean hasFocus(Locator locator) {
    return (Boolean) locator.evaluate("element => element.getRootNode().activeElement === element");
  }

  /** Role and name of what has the focus, as a screen reader says them: {@code button Send}. */
  String focused() {
    return Focus.of(page);
  }

  // ---- what it is like

  /** Goes on with other colours, or another size of the window. */
  void switchesTo(Look other) {
    look = other;
    look.apply(page);
  }

  /** Fails with the rules and elements when axe finds something serious or critical. */
  void findsItAccessible() {
    assertThat(Accessibility.problems(page)).as("what axe says of " + page.url()).isEmpty();
  }

  /** Counts what the page paints in this period. */
  Frames frames(Duration period) {
    return Frames.over(period, page);
  }

  /**
   * Keeps a picture of what is to be seen as {@code NAME-LOOK.png} in {@code target/screenshots}.
   */
  void picture(String name) {
    page.screenshot(
        new ScreenshotOptions()
            .setPath(Stage.screenshots().resolve(name + "-" + look.suffix() + ".png"))
            .setAnimations(ScreenshotAnimations.DISABLED)
            .setScale(ScreenshotScale.CSS));
  }

  /** What the browser complained about that the test did not expect. */
  List<String> complaintsAtTheEnd() {
    try {
      page.evaluate("() => 0"); // what came before this is heard by now
    } catch (PlaywrightException leaving) {
      // It is closed, or on its way to another page.
    }
    return complaints.unexpected();
  }

  @Override
  public void close() {
    context.close();
  }
}
