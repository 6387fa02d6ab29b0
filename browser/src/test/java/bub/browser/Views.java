package bub.browser;

import com.microsoft.playwright.Page;
import java.util.List;
import org.awaitility.Awaitility;

/** Views of the console, each with its own URL. */
final class Views {
  static final List<String> PATHS =
      List.of("/chat", "/map", "/messages", "/turns", "/costs", "/lobby", "/sessions", "/health");

  /** Every element on the page is known, and the view has drawn itself. */
  private static final String DRAWN =
      """
      () => {
        const all = (root) => [...root.querySelectorAll('*')]
            .flatMap((element) => element.shadowRoot ? [element, ...all(element.shadowRoot)] : [element]);
        const elements = all(document);
        const view = elements.find((element) => element.matches('main'))?.firstElementChild;
        return elements.every((element) => element.matches(':defined'))
            && Boolean(view?.shadowRoot?.querySelector('*'));
      }
      """;

  private Views() {}

  /** Waits until the view that was opened is there to be used. */
  static void await(Page page) {
    // The page's policy lets nobody evaluate texts in it, so it cannot wait by itself.
    Awaitility.await().pollInSameThread().until(() -> (Boolean) page.evaluate(DRAWN));
  }
}
