package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The costs view: use of models per agent, chat and day, and budgets. */
class CostsViewTest {
  @RegisterExtension static final Stage stage = Stage.withModel();

  private static final String NOTHING = "{\"rows\": [], \"more\": 0}";
  private static final String NO_BUDGETS = "{\"rows\": [], \"more\": 0, \"warnings\": []}";

  /** The page gets this instead of what the ledger has. */
  private static void plays(Visitor visitor, String json) {
    visitor
        .page()
        .route(
            url -> URI.create(url).getPath().equals("/api/costs"),
            route ->
                route.fulfill(
                    new FulfillOptions().setContentType("application/json").setBody(json)));
  }

  private static String use(String name, double cost, int calls) {
    return """
    {"name": "%s", "costUsd": %s, "tokensIn": %d, "tokensOut": %d, "calls": %d, "unpricedCalls": 0}
    """
        .formatted(name, cost, calls * 1_000, calls * 100, calls);
  }

  private static String report(
      boolean hasLedger, String total, String agents, String chats, String budgets) {
    String days =
        IntStream.rangeClosed(11, 17)
            .mapToObj(day -> use("2026-02-" + day, day % 3, day % 3))
            .collect(Collectors.joining(","));
    return """
    {"ledger": %s, "since": "2026-02-11", "until": "2026-02-17", "complete": true, "total": %s,
     "agents": %s, "chats": %s, "days": [%s], "budgets": %s}
    """
        .formatted(hasLedger, total, agents, chats, days, budgets);
  }

  private static String budget(String target, int percent) {
    return """
    {"target": "%s", "limit": "5usd/day", "subject": "agent:a", "unit": "usd", "period": "day",
     "amount": 5, "used": %s, "reserved": 0, "percent": %d, "resetsAt": "2126-02-18T00:00:00Z"}
    """
        .formatted(target, percent / 20.0, percent);
  }

  private static Locator section(Page page, String name) {
    return page.getByRole(AriaRole.REGION, Chats.named(name).setExact(true));
  }

  @Test
  void aTurnWithAModelShowsItsUseAndItsBudget() throws Exception {
    assertThat(stage.console().bub("budget", "set", "agent:*", "4 calls/day").exitCode()).isZero();
    Visitor ann = stage.visitor();
    Page chat = Chats.begins(ann);
    Chats.types(chat, "hello");
    assertThat(Chats.log(chat)).containsText("You said:");
    String path = Chats.path(chat);

    Page page = ann.opens("/costs");

    assertThat(section(page, "Agents").getByRole(AriaRole.LINK)).hasText(Pattern.compile("agent:"));
    assertThat(section(page, "Chats").getByRole(AriaRole.LINK)).hasAttribute("href", path);
    assertThat(section(page, "Budgets")).containsText("1 of 4 calls used");
    assertThat(section(page, "Budgets")).containsText("25 %");
    ann.findsItAccessible();
    section(page, "Agents").getByRole(AriaRole.LINK).click();
    assertThat(page).hasURL(Pattern.compile("/turns\\?agent=agent%3A.*&last=week"));
    assertThat(page.getByRole(AriaRole.LIST, Chats.named("Turns, newest first")))
        .containsText("hello");
  }

  @Test
  void tablesBarsAndBudgetsAreForEveryScreen() {
    Visitor ann = stage.visitor();
    String agents =
        "{\"rows\": [%s, %s], \"more\": 12}"
            .formatted(use("agent:<b>a</b>", 6.2, 9), use("agent:" + "long".repeat(40), 0.8, 3));
    String chats = "{\"rows\": [%s, %s], \"more\": 0}".formatted(use("tg:1", 5, 8), use("", 2, 4));
    String budgets =
        "{\"rows\": [%s, %s, %s], \"more\": 3, \"warnings\": [\"the file has an error\"]}"
            .formatted(budget("total", 120), budget("agent:*", 80), budget("tg:*", 79));
    plays(ann, report(true, use("total", 7, 12), agents, chats, budgets));

    Page page = ann.opens("/costs?days=7");

    assertThat(page.getByRole(AriaRole.GROUP, Chats.named("Totals of the last 7 days")))
        .containsText("$7.00");
    assertThat(section(page, "Agents")).containsText("agent:<b>a</b>");
    assertThat(section(page, "Agents")).containsText("and 12 more");
    assertThat(section(page, "Chats")).containsText("without a chat");
    assertThat(section(page, "Use per day").locator("ol li")).hasCount(7);
    Locator rows = section(page, "Budgets").getByRole(AriaRole.LISTITEM);
    assertThat(rows.nth(0)).hasClass("bad");
    assertThat(rows.nth(0)).containsText("used up");
    assertThat(rows.nth(1)).hasClass("warn");
    assertThat(rows.nth(2)).not().hasClass(Pattern.compile("warn|bad"));
    assertThat(section(page, "Budgets")).containsText("The file has an error.");
    ann.findsItAccessible();
    ann.picture("costs");
    ann.switchesTo(Look.DARK);
    ann.findsItAccessible();
    ann.picture("costs");
    ann.switchesTo(Look.PHONE);
    ann.findsItAccessible();
    ann.picture("costs");
    assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(390);
    ann.switchesTo(Look.LIGHT);
    ann.tabsTo(page.getByRole(AriaRole.LINK, Chats.named("30 days")));
    ann.presses("Enter");
    assertThat(page).hasURL(Pattern.compile("days=30"));
    assertThat(page.getByRole(AriaRole.GROUP, Chats.named("Totals of the last 30 days")))
        .isVisible();
  }

  @Test
  void anEmptyViewTeaches() {
    Visitor ann = stage.visitor();
    plays(ann, report(true, use("total", 0, 0), NOTHING, NOTHING, NO_BUDGETS));
    Page page = ann.opens("/costs");
    assertThat(page.getByText("Only agents with a model cost something.")).isVisible();
    assertThat(section(page, "Budgets")).containsText("budget set 'agent:*' 5usd/day");
    ann.findsItAccessible();

    Visitor bob = stage.visitor();
    plays(bob, report(false, use("total", 0, 0), NOTHING, NOTHING, NO_BUDGETS));
    Page his = bob.opens("/costs");
    assertThat(his.getByText("No system agent is connected")).isVisible();
    assertThat(his.getByText(Pattern.compile("system-agent$"))).isVisible();
  }
}
