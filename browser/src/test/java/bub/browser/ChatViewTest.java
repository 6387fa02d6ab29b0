package bub.browser;

import static bub.browser.Chats.begins;
import static bub.browser.Chats.button;
import static bub.browser.Chats.containing;
import static bub.browser.Chats.exactly;
import static bub.browser.Chats.link;
import static bub.browser.Chats.log;
import static bub.browser.Chats.named;
import static bub.browser.Chats.path;
import static bub.browser.Chats.types;
import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.says;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import bub.testkit.FakeOpenAiAnswer.Growing;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The chat view, as people use it. */
class ChatViewTest {
  @RegisterExtension static final Stage stage = Stage.withModel();

  private static final String MARKDOWN =
      """
      ## What I found

      | File | Size |
      |:-----|-----:|
      | `notes.md` | 2 KiB |

      1. Read **all** of it
         - then [the docs](https://example.org/docs)

      ```java
      int answer = 42;
      ```
      """;

  @Test
  void whoeverTypesHelloGetsAnAnswerAndCanSeeItsTurn() {
    Visitor ann = stage.visitor();
    Page page = begins(ann);
    assertThat(page.getByText("Your first message starts an agent")).isVisible();
    assertThat(ann.focused()).isEqualTo("textbox Message");
    ann.picture("chat-new");

    page.keyboard().type("hello");
    ann.presses("Enter");

    assertThat(log(page)).containsText("You said: hello");
    assertThat(page.getByText("ready", new Page.GetByTextOptions().setExact(true))).isVisible();
    assertThat(link(page, "on the map")).hasAttribute("href", Pattern.compile("/map\\?peer=agent"));
    page.reload();
    assertThat(log(page).getByRole(AriaRole.ARTICLE)).hasCount(2);
    Locator line = log(page).locator("bub-turn-line").getByRole(AriaRole.LINK);
    assertThat(line).containsText(Pattern.compile("\\d m?s"));
    line.click();
    assertThat(page).hasURL(Pattern.compile("/turns\\?id=web"));
    assertThat(page.getByRole(AriaRole.TREEGRID)).containsText("agent:worker");
    page.goBack();
    log(page).getByText("turn", exactly()).click();
    assertThat(page).hasURL(Pattern.compile("/turns\\?id=web"));
    page.goBack();
    assertThat(log(page)).containsText("You said: hello");
  }

  @Test
  void anAnswerGrowsBelowTheToolsThatItTook() {
    var written = new CountDownLatch(1);
    stage.model().then(calls("list_files", "{\"path\": \".\"}"));
    stage.model().then(calls("read_file", "{\"path\": \"nowhere.txt\"}"));
    stage.model().then(new Growing(List.of("Nothing **here", "** yet"), written, List.of(": bye")));
    Visitor ann = stage.visitor();
    Page page = begins(ann);

    types(page, "Which files are there?");

    Locator growing = page.getByLabel("Agent, still writing");
    assertThat(growing.locator("strong")).hasText("here");
    Locator tool = page.locator("details").filter(containing("list_files"));
    assertThat(tool).containsText("done");
    assertThat(page.locator("details").filter(containing("read_file"))).containsText("failed");
    assertThat(tool.locator("pre")).not().isVisible();
    tool.locator("summary").click();
    assertThat(tool.locator("pre")).hasText("{\"path\": \".\"}");
    written.countDown();
    assertThat(growing).hasCount(0);
    assertThat(log(page).getByText("Nothing here yet: bye")).hasCount(1);
    assertThat(tool).isVisible();

    page.reload();
    assertThat(tool).containsText("done");
    Locator failed = page.locator("details").filter(containing("read_file"));
    assertThat(failed).containsText("failed");
    failed.locator("summary").click();
    assertThat(failed.locator(".result")).containsText("nowhere.txt");
  }

  @Test
  void answersAreDressedAndWhatIsHostileInThemStaysText() {
    stage.model().then(says(MARKDOWN, "\n" + String.join("\n\n", Hostile.TEXTS)));
    Visitor ann = stage.visitor();
    ann.context().grantPermissions(List.of("clipboard-write"));
    Page page = begins(ann);

    types(page, Hostile.HTML);

    assertThat(log(page).getByRole(AriaRole.TABLE)).containsText("notes.md");
    assertThat(log(page).getByRole(AriaRole.HEADING)).hasText("What I found");
    assertThat(log(page).getByText("the docs")).hasAttribute("rel", "noopener noreferrer");
    assertThat(log(page)).containsText("<img src=x onerror=alert(1)><b>bold</b>");
    assertThat(log(page)).containsText("[click](javascript:alert(1))");
    assertThat(log(page)).containsText("‹202E›txt.exe");
    assertThat(log(page).locator("img, script, b, a[href^=javascript]")).hasCount(0);
    button(page, "Copy").click();
    assertThat(button(page, "Copied")).isVisible();
    ann.findsItAccessible();
    ann.picture("chat");
    Visitor ben = stage.visitor(Look.DARK);
    assertThat(log(ben.opens(path(page)))).containsText("What I found");
    ben.findsItAccessible();
    ben.picture("chat");
  }

  @Test
  void onAPhoneOneMovesBetweenTheChatsAndCommandsThemByKeyboard() {
    Visitor ann = stage.visitor(Look.PHONE);
    Page page = begins(ann);
    types(page, "hello from the tram");
    assertThat(log(page)).containsText("You said: hello from the tram");
    assertThat(page.getByLabel("Message")).hasValue("");

    page.getByLabel("Message").focus();
    page.keyboard().type("/stat");
    assertThat(page.getByRole(AriaRole.GROUP, named("Commands")).getByRole(AriaRole.BUTTON))
        .hasCount(1);
    ann.presses("Escape");
    assertThat(page.getByRole(AriaRole.GROUP, named("Commands"))).hasCount(0);
    ann.presses("Enter");
    assertThat(log(page)).containsText("model: openai/gpt-test");
    page.keyboard().type("not finished");
    ann.findsItAccessible();
    ann.picture("chat");

    link(page, "All chats").click();
    assertThat(page.getByLabel("Message")).isHidden();
    ann.findsItAccessible();
    ann.picture("chat-list");
    link(page, "hello from the tram").click();
    assertThat(page.getByLabel("Message")).hasValue("not finished");
    assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
        .isTrue();
  }

  @Test
  void twoWindowsStayInStepAndAHiddenOneCounts() {
    Visitor ann = stage.visitor();
    Page here = begins(ann);
    Page there = ann.context().newPage();
    there.navigate(here.url());
    assertThat(there.getByText("Your first message starts an agent")).isVisible();
    there.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})");

    types(here, "who is there?");

    for (Page window : List.of(here, there)) {
      assertThat(log(window)).containsText("You said: who is there?");
      assertThat(log(window).getByRole(AriaRole.ARTICLE)).hasCount(2);
    }
    assertThat(there).hasTitle("(1) Chat · bub");
    assertThat(here).hasTitle("Chat · bub");
  }

  @Test
  void whoMayOnlyLookIsToldWhy() {
    Visitor ann = stage.visitor();
    ann.page()
        .route(
            "**/api/me",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(
                            """
                            {"role": "viewer", "loginNeeded": true, "loggedIn": true, "version": "1"}
                            """)));
    Page page = ann.opens("/chat/somebody");

    assertThat(page.getByLabel("Message")).isDisabled();
    assertThat(page.getByText("You have read-only access").first()).isVisible();
    assertThat(button(page, "New chat")).isDisabled();
  }

  @Test
  void markdownIsReadAsPeopleMeanItAndInNoTimeWhateverItIs() {
    Page page = stage.visitor().opens("/chat");
    assertThat(page.evaluate(MarkdownCases.WRONG)).asInstanceOf(LIST).isEmpty();
    assertThat(page.evaluate(MarkdownCases.SLOW)).asInstanceOf(LIST).isEmpty();
  }
}
