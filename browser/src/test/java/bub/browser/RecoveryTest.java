package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page that stays open while the bus and the console go and come back. */
class RecoveryTest {
  @RegisterExtension static final Stage stage = Stage.inParts();

  @Test
  void theBusGoesAndComesBackWithoutAReload() throws Exception {
    Visitor ann = stage.visitor();
    Page page = openAndMark(ann);

    stage.console().bus().kill();
    assertThat(page.getByText("The bus is away")).isVisible();
    ann.findsItAccessible();
    ann.picture("bus-away");
    stage.console().bus().comeBack();

    assertThat(page.getByText("The bus is away")).hasCount(0);
    assertThat(connected(page)).isVisible();
    assertThat(page.evaluate("() => window.mark")).isEqualTo("here before");
  }

  @Test
  void theConsoleGoesAndComesBackWithoutAReload() throws Exception {
    Visitor ann = stage.visitor().expectingOutage();
    Page page = openAndMark(ann);

    stage.console().console().kill();
    assertThat(page.getByText("The console does not answer")).isVisible();
    ann.picture("console-away");
    stage.console().console().comeBack();

    assertThat(page.getByText("The console does not answer")).hasCount(0);
    assertThat(connected(page)).isVisible();
    assertThat(page.evaluate("() => window.mark")).isEqualTo("here before");
  }

  private static Page openAndMark(Visitor visitor) {
    Page page = visitor.opens("/health");
    assertThat(connected(page)).isVisible();
    page.evaluate("() => { window.mark = 'here before'; }");
    return page;
  }

  private static Locator connected(Page page) {
    return page.getByText("connected", new Page.GetByTextOptions().setExact(true));
  }
}
