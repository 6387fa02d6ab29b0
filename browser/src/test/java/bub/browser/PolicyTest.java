package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The content security policy stops scripts that a hole in the page would let in. */
class PolicyTest {
  /** Done later, by the page itself: what a test evaluates may do everything. */
  private static final String LATER =
      """
      () => new Promise((stopped) => {
        document.addEventListener(
            'securitypolicyviolation', (event) => stopped(event.effectiveDirective), {once: true});
        const add = (name, members) =>
            document.body.append(Object.assign(document.createElement(name), members));
        setTimeout(async () => {
          try { await DEED; } catch { /* it was stopped */ }
        });
      })
      """;

  @RegisterExtension static final Stage stage = Stage.withBub();

  @Test
  void stopsScriptsStylesAndConnectionsThatAreNotTheConsolesOwn() {
    Visitor ann = stage.visitor().expecting("Content Security Policy").expecting("csp");
    Page page = ann.opens("/");
    var deeds = new LinkedHashMap<String, String>();
    deeds.put("add('script', {textContent: 'window.broken = 1'})", "script-src-elem");
    deeds.put("add('script', {src: 'https://example.com/x.js'})", "script-src-elem");
    deeds.put("import('data:text/javascript,window.broken = 1')", "script-src-elem");
    deeds.put(
        "add('p', {innerHTML: '<img src=\"data:,\" onerror=\"window.broken = 1\">'})",
        "script-src-attr");
    deeds.put("eval('window.broken = 1')", "script-src");
    deeds.put("new Function('window.broken = 1')()", "script-src");
    deeds.put("setTimeout('window.broken = 1')", "script-src");
    deeds.put("add('p', {innerHTML: '<b style=\"color: red\">'})", "style-src-attr");
    deeds.put("add('style', {textContent: 'body { color: red }'})", "style-src-elem");
    deeds.put("fetch('https://example.com/')", "connect-src");
    deeds.put("new WebSocket('ws://127.0.0.1:1/')", "connect-src");
    deeds.put("add('img', {src: 'https://example.com/x.png'})", "img-src");
    deeds.put("add('iframe', {src: 'https://example.com/'})", "frame-src");
    deeds.put("add('object', {data: 'https://example.com/x.svg'})", "object-src");
    deeds.put("new Worker('data:text/javascript,window.broken = 1')", "worker-src");
    deeds.put("add('base', {href: 'https://example.com/'})", "base-uri");

    Map<String, String> stoppedBy = new LinkedHashMap<>();
    deeds
        .keySet()
        .forEach(
            deed ->
                stoppedBy.put(deed, String.valueOf(page.evaluate(LATER.replace("DEED", deed)))));

    assertThat(stoppedBy).isEqualTo(deeds);
    assertThat(page.evaluate("() => 'broken' in window")).isEqualTo(false);
    assertThat(ann.complaints().heard()).hasSizeGreaterThanOrEqualTo(deeds.size());
  }
}
