package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page that stays open while the bus and the console stop and restart. */
class RecoveryTest {
  @RegisterExtension static final Stage stage = Stage.inParts();

  @Test
  void theBusGoesAndComesBackWithoutAReload() throws Exception {
    Visitor ann = stage.visitor();
    Page page = openAndMark(ann);

    stage.console().bus().kill();
    assertThat(banner(page)).containsText("The bus is unreachable");
    ann.findsItAccessible();
    ann.picture("bus-away");
    stage.console().bus().comeBack();

    assertThat(banner(page)).hasText("");
    assertThat(connected(page)).isVisible();
    assertThat(page.evaluate("() => window.mark")).isEqualTo("here before");
  }

  @Test
  void theConsoleGoesAndComesBackWithoutAReload() throws Exception {
    Visitor ann = stage.visitor().expectingOutage();
    Page page = openAndMark(ann);

    stage.console().console().kill();
    assertThat(banner(page)).containsText("The console does not answer");
    ann.picture("console-away");
    stage.console().console().comeBack();

    assertThat(banner(page)).hasText("");
    assertThat(connected(page)).isVisible();
    assertThat(page.evaluate("() => window.mark")).isEqualTo("here before");
  }

  private static Page openAndMark(Visitor visitor) {
    Page page = visitor.opens("/health");
    Views.await(page);
    assertThat(connected(page)).isVisible();
    page.evaluate("() => { window.mark = 'here before'; }");
    return page;
  }

  private static Locator banner(Page page) {
    return page.locator("bub-banner");
  }

  private static Locator connected(Page page) {
    return page.getByText("connected", new Page.GetByTextOptions().setExact(true));
  }
}
