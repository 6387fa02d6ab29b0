package bub.browser;

import static bub.browser.Chats.begins;
import static bub.browser.Chats.button;
import static bub.browser.Chats.exactly;
import static bub.browser.Chats.link;
import static bub.browser.Chats.log;
import static bub.browser.Chats.types;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Drafts, unsent messages and history of a chat survive until the person returns. */
class KeptChatTest {
  @RegisterExtension static final Stage stage = Stage.withModel();

  @Test
  void whatCouldNotBeSentIsKeptAndSaidOnceWhenTheConsoleIsBack() throws Exception {
    Visitor ann = stage.visitor().expectingOutage();
    Page page = begins(ann);
    page.route("**/say", Route::abort);
    types(page, "first");
    assertThat(log(page)).containsText("not sent: the console does not answer");
    page.reload();
    assertThat(log(page)).containsText("not sent: the page was closed");
    page.unroute("**/say");
    button(page, "Try again").click();
    assertThat(log(page)).containsText("You said: first");

    stage.console().console().kill();
    types(page, "second");
    assertThat(log(page)).containsText("not sent");
    stage.console().console().comeBack();

    assertThat(log(page)).not().containsText("not sent");
    assertThat(log(page).getByText("second", exactly())).hasCount(1);
    assertThat(log(page).getByText("first", exactly())).hasCount(1);
  }

  @Test
  void whatWasTypedWhileTheConsoleWasAwayIsSaidInItsOrderWhereverOneIs() throws Exception {
    Visitor ann = stage.visitor().expectingOutage();
    Page page = begins(ann);
    stage.console().console().kill();
    String large = "y".repeat(60_000);
    for (int i = 0; i < 6; i++) {
      types(page, "m" + i + " " + (i % 2 == 0 ? large : ""));
    }
    assertThat(log(page).getByText("not sent")).hasCount(6);
    log(page).getByText("Show all (").first().click();
    assertThat(log(page).getByText("Show all (")).hasCount(2);
    link(page, "Health").click();

    stage.console().console().comeBack();
    assertThat(page.getByText("connected", new Page.GetByTextOptions().setExact(true))).isVisible();
    page.goBack();

    assertThat(log(page)).not().containsText("not sent");
    Locator mine = log(page).getByLabel("You", new Locator.GetByLabelOptions().setExact(true));
    assertThat(mine).hasCount(6);
    for (int i = 0; i < 6; i++) {
      assertThat(mine.nth(i)).containsText("m" + i);
    }
  }

  @Test
  void whatWasTypedBeforeTheChatCouldLoadIsShownAsNotSentAndSaidLater() {
    Visitor ann = stage.visitor().expectingOutage();
    ann.page()
        .route(
            "**/api/**",
            route -> {
              if (route.request().url().endsWith("/api/me")) {
                route.resume();
              } else {
                route.abort("connectionrefused");
              }
            });
    Page page = begins(ann);

    types(page, "early");
    assertThat(log(page)).containsText("Could not load this chat");
    assertThat(log(page)).containsText("not sent: the console does not answer");
    page.unroute("**/api/**");

    assertThat(log(page)).containsText("You said: early");
    assertThat(log(page)).not().containsText("not sent");
    assertThat(log(page)).not().containsText("Could not load");
    assertThat(log(page).getByText("early", exactly())).hasCount(1);
  }

  @Test
  void aLongDraftIsKeptToItsEnd() {
    Visitor ann = stage.visitor();
    Page page = begins(ann);
    String draft = "z".repeat(150_000) + " end";
    page.getByLabel("Message").fill(draft);

    page.reload();

    assertThat(page.getByLabel("Message")).hasValue(draft);
  }

  @Test
  void theBeginningOfALongChatComesWhenOneGoesBackToIt() {
    Visitor ann = stage.visitor();
    ann.page()
        .route(
            "**/history*",
            route -> {
              boolean isEarlier = route.request().url().contains("before=7");
              route.fulfill(
                  new Route.FulfillOptions()
                      .setContentType("application/json")
                      .setBody(
                          """
                          {"lines": [{"number": %s, "speaker": "human", "text": "%s",
                            "at": "2026-11-15T12:00:00Z"}], "more": %s}
                          """
                              .formatted(
                                  isEarlier ? 3 : 7, isEarlier ? "first" : "last", !isEarlier)));
            });
    Page page = begins(ann);
    log(page).getByText("last").waitFor();
    assertThat(log(page).getByText("first")).hasCount(0);

    button(page, "Show earlier messages").click();

    log(page).getByText("first").waitFor();
    assertThat(log(page).getByText("last")).isVisible();
    assertThat(button(page, "Show earlier messages")).hasCount(0);
  }
}
