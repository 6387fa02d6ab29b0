package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hidden pages release their streams, because a browser has six connections per host. */
class StreamTest {
  private static final String COUNTED =
      """
      window.streams = [];
      window.EventSource = class extends EventSource {
        constructor(url) {
          super(url);
          streams.push(this);
        }
      };
      """;

  private static final String OPEN =
      "streams.filter(({readyState}) => readyState !== EventSource.CLOSED).length";

  @RegisterExtension static final Stage stage = Stage.withBub();

  @Test
  void aPageThatWasLeftHasNoStreamUntilSomebodyComesBack() {
    Visitor ann = stage.visitor();
    ann.context().addInitScript(COUNTED);
    Page page = opensConnected(ann, "/health");

    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))");
    assertThat(page.evaluate(OPEN)).isEqualTo(0);
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))");

    awaitOpen(page, 1);
    isConnected(page);
  }

  @Test
  void aPageInTheBackgroundAsksForItsStreamWhenItIsSeen() {
    Visitor ann = stage.visitor();
    ann.context().addInitScript(COUNTED);
    ann.context().addInitScript(hidden(true));
    Page page = ann.opens("/health");
    Views.await(page);
    assertThat(page.evaluate(OPEN)).isEqualTo(0);

    page.evaluate(hidden(false));

    awaitOpen(page, 1);
    isConnected(page);
  }

  @Test
  void ofManyChatsInTheBackgroundTheLastListenOn() {
    Visitor ann = stage.visitor();
    ann.context().addInitScript(COUNTED);
    var pages = new ArrayList<>(List.of(opensConnected(ann, "/chat/one")));
    while (pages.size() < 4) {
      Page another = ann.context().newPage();
      another.navigate(pages.getFirst().url());
      isConnected(another);
      pages.add(another);
    }

    pages.forEach(page -> page.evaluate(hidden(true)));

    awaitOpen(pages.getFirst(), 0);
    assertThat(pages.subList(1, 4)).allMatch(page -> page.evaluate(OPEN).equals(1));
    pages.getFirst().evaluate(hidden(false));
    isConnected(pages.getFirst());
  }

  private static Page opensConnected(Visitor visitor, String path) {
    Page page = visitor.opens(path);
    Views.await(page);
    isConnected(page);
    return page;
  }

  private static void awaitOpen(Page page, int count) {
    Awaitility.await().pollInSameThread().until(() -> page.evaluate(OPEN).equals(count));
  }

  private static void isConnected(Page page) {
    assertThat(page.getByText("connected", new Page.GetByTextOptions().setExact(true))).isVisible();
  }

  private static String hidden(boolean isHidden) {
    return """
    Object.defineProperty(document, 'hidden', {get: () => %s, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
    """
        .formatted(isHidden);
  }
}
