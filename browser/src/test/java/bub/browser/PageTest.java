package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loading speed and isolation of the page, whatever view it shows. */
class PageTest {
  private static final long MAX_BYTES = 200_000;
  private static final int MAX_REQUESTS = 60;

  /** Scripts and styles in the document itself, in every shadow root. */
  private static final String INLINE =
      """
      () => {
        const found = [];
        const look = (root) => root.querySelectorAll('*').forEach((element) => {
          if (element.matches('script:not([src], [type=importmap])')) found.push(element.outerHTML);
          for (const {name} of element.attributes) {
            if (name.startsWith('on')) found.push(`${element.localName} ${name}`);
          }
          if (element.shadowRoot) look(element.shadowRoot);
        });
        look(document);
        return found;
      }
      """;

  private static final String TIMES =
      """
      () => {
        const [page] = performance.getEntriesByType('navigation');
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        return {loaded: Math.round(page.loadEventEnd), painted: Math.round(paint?.startTime ?? 0)};
      }
      """;

  @RegisterExtension static final Stage stage = Stage.withBub();

  @Test
  void theFirstViewIsSmallAndComesFromTheConsoleAlone() {
    Views.await(stage.visitor().opens("/")); // a console that was just started is slower
    Visitor ann = stage.visitor();
    Download download = Download.of(ann.page());
    Page page = ann.opens("/");
    Views.await(page);

    assertThat(download.urls())
        .allMatch(url -> url.startsWith(stage.console().url("/")) || url.startsWith("data:"))
        .hasSizeLessThan(MAX_REQUESTS);
    assertThat(download.bytes()).isLessThan(MAX_BYTES);
    System.out.printf(
        "the first view: %d bytes in %d requests, %s ms%n",
        download.bytes(), download.urls().size(), page.evaluate(TIMES));
  }

  @Test
  void hasNoScriptOfItsOwnInside() {
    Page page = stage.visitor().opens("/");
    Views.await(page);

    assertThat(page.evaluate(INLINE)).asInstanceOf(LIST).isEmpty();
  }

  @Test
  void isLoadedFromTheCacheTheSecondTime() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/");
    Views.await(page);
    Download download = Download.of(page);

    page.reload();
    Views.await(page);

    assertThat(download.bytes()).isLessThan(MAX_BYTES / 5);
  }

  @Test
  void saysThatAUrlLeadsNowhere() {
    Page page = stage.visitor().expecting("404").opens("/nowhere");

    PlaywrightAssertions.assertThat(page.getByText("There is no page at /nowhere.")).isVisible();
    page.getByText("Go to the chats").click();
    page.waitForURL("**/chat/**");
  }
}
