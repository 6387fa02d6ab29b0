package bub.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Runs axe on a page, including its shadow roots, to find accessibility problems. */
final class Accessibility {
  private static final String RULES = read();

  private static final String ASK =
      """
      async () => {
        const {violations} = await axe.run(document, {resultTypes: ['violations']});
        const where = (node) => node.target.flat().join(' ');
        return violations
            .filter(({impact}) => impact === 'serious' || impact === 'critical')
            .map(({id, impact, help, nodes}) => `${impact} ${id}: ${help}\\n` + nodes
                .map((node) => `    ${where(node)}\\n      ${node.html}\\n      ${node.failureSummary}`)
                .join('\\n'));
      }
      """;

  private static final String LABELS =
      """
      async () => {
        const {violations} = await axe.run(document, {runOnly: ['label-content-name-mismatch']});
        return violations.flatMap(({nodes}) => nodes.map(({html}) => html));
      }
      """;

  private Accessibility() {}

  /** What is serious or critical, each with its rule and the elements. */
  @SuppressWarnings("unchecked") // a list of texts is what the script returns
  static List<String> problems(Page page) {
    return (List<String>) ask(page, ASK);
  }

  /** Elements whose accessible name does not contain the text that is to be seen on them. */
  @SuppressWarnings("unchecked") // a list of texts is what the script returns
  static List<String> labelsWithoutTheirText(Page page) {
    return (List<String>) ask(page, LABELS);
  }

  private static Object ask(Page page, String script) {
    if (!(Boolean) page.evaluate("() => 'axe' in window")) {
      page.evaluate(RULES);
    }
    return page.evaluate(script);
  }

  private static String read() {
    try (InputStream rules = Accessibility.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(rules).readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
