package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Login to a console whose bus has tokens. */
class LoginTest {
  /** What the page does to send something. */
  private static final String SEND =
      """
      async () => {
        const headers = {'Content-Type': 'application/json', 'X-Bub-Console': '1'};
        const body = JSON.stringify({to: 'agent:x', payload: {}});
        const answer = await fetch('/api/send', {method: 'POST', headers, body});
        return `${answer.status} ${(await answer.json()).error.code}`;
      }
      """;

  @RegisterExtension static final Stage stage = Stage.locked();

  @Test
  void aStrangerSeesHowToGetInAndNothingElse() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/messages");

    assertThat(heading(page, "Log in")).isVisible();
    assertThat(page.getByText("bub console login", new Page.GetByTextOptions().setExact(true)))
        .isVisible();
    assertThat(menu(page)).hasCount(0);
    ann.findsItAccessible();
    ann.picture("login");
  }

  @Test
  void thePrintedLinkLogsInAndItsCodeStaysNowhere() {
    Visitor ann = stage.visitor();
    String link = stage.console().link();
    String code = link.substring(link.indexOf('#') + 1);

    Page page = ann.follows(link);

    assertThat(menu(page)).isVisible();
    assertThat(page.url()).doesNotContain(code, "login");
    assertThat(history(page)).noneMatch(url -> url.contains(code));
    assertThat(ann.context().cookies())
        .singleElement()
        .satisfies(
            cookie -> {
              assertThat(cookie.httpOnly).isTrue();
              assertThat(cookie.sameSite).hasToString("STRICT");
              assertThat(cookie.value).doesNotContain(code);
            });
    page.reload();
    assertThat(menu(page)).isVisible();
  }

  @Test
  void aLinkWorksOnceAndSaysSo() throws Exception {
    String link = link();
    Page ann = stage.visitor().follows(link);
    assertThat(menu(ann)).isVisible();

    Visitor bob = stage.visitor().expecting("401");
    bob.follows(link);

    assertThat(bob.page().getByRole(AriaRole.ALERT)).containsText("used");
    assertThat(heading(bob.page(), "Log in")).isVisible();
    bob.picture("login-used-link");
  }

  @Test
  void whoLogsOutIsOutInEveryTab() throws Exception {
    Visitor ann = stage.visitor().expecting("401");
    Page page = ann.follows(link());
    assertThat(menu(page)).isVisible();
    Page second = ann.context().newPage();
    second.navigate(stage.console().url("/health"));
    assertThat(menu(second)).isVisible();

    button(page, "Log out").click();

    assertThat(heading(page, "Log in")).isVisible();
    assertThat(heading(second, "Log in")).isVisible();
  }

  @Test
  void whoMayOnlyLookIsToldSoAndTheConsoleKeepsToIt() throws Exception {
    Visitor ann = stage.visitor().expecting("403");
    Page page = ann.follows(stage.console().loginLink("--read-only"));

    assertThat(page.getByText("read-only")).isVisible();
    assertThat(button(page, "New chat")).isDisabled();
    ann.picture("read-only");
    ann.opens("/messages");
    assertThat(button(page, "Send a message")).isDisabled();
    assertThat(page.evaluate(SEND)).isEqualTo("403 read_only");
  }

  private static String link() throws Exception {
    return stage.console().loginLink();
  }

  private static Locator menu(Page page) {
    return page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Views"));
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name));
  }

  /** Where the buttons for back and forward lead. */
  private static List<String> history(Page page) {
    CDPSession session = page.context().newCDPSession(page);
    JsonArray entries = session.send("Page.getNavigationHistory").getAsJsonArray("entries");
    session.detach();
    return entries.asList().stream()
        .map(entry -> entry.getAsJsonObject().get("url").getAsString())
        .toList();
  }
}
