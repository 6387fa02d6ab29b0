package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The turns view: one turn as a waterfall, and the search for turns. */
class TurnsViewTest {
  @RegisterExtension static final Stage stage = Stage.withBub();

  private static final CountDownLatch NO_WAIT = new CountDownLatch(0);
  private static final int STORM = 10_000;

  /** Level and name of every row on the page. */
  private static final String ROWS =
      """
      (grid) => [...grid.querySelectorAll('.rows [role=row]')].map((row) =>
          `${row.getAttribute('aria-level')} ${row.querySelector('.label').textContent.replace(/\\s+/g, ' ').trim()}`)
      """;

  /** Left and right edge of the bar in a row, in parts of the time axis. */
  private static final String BAR =
      """
      (row) => {
        const bar = row.querySelector('.bar').getBoundingClientRect();
        const lane = row.querySelector('.lane').getBoundingClientRect();
        return [(bar.left - lane.left) / lane.width, (bar.right - lane.left) / lane.width];
      }
      """;

  private static Locator waterfall(Page page) {
    return page.getByRole(AriaRole.TREEGRID);
  }

  private static Locator row(Page page, String text) {
    return waterfall(page)
        .getByRole(AriaRole.ROW)
        .filter(new Locator.FilterOptions().setHasText(text))
        .first();
  }

  private static Locator totals(Page page) {
    return page.getByRole(
        AriaRole.GROUP, new Page.GetByRoleOptions().setName("Totals of the turn"));
  }

  @SuppressWarnings("unchecked") // a list of texts is what the script returns
  private static List<String> tree(Page page) {
    return ((List<String>) waterfall(page).evaluate(ROWS))
        .stream().filter(line -> !line.contains(" queue ")).toList();
  }

  private static Page open(Visitor visitor, String id) {
    // The log may lag behind.
    Page page = visitor.expecting("404").opens("/turns?id=" + id);
    waterfall(page).waitFor();
    return page;
  }

  @Test
  void theWaterfallShowsWhoDidWhatForWhomAndWhen() throws Exception {
    var script = new TurnScript(stage.peers(), NO_WAIT);
    String id = script.ask("What does a kilo of tea cost?");
    script.awaitEnd();
    Visitor ann = stage.visitor();

    Page page = open(ann, id);

    assertThat(totals(page)).containsText("steps 3");
    assertThat(totals(page)).containsText("with errors");
    assertThat(totals(page)).containsText("tokens 2,400 in, 160 out");
    assertThat(totals(page)).containsText("cost $0.0042");
    assertThat(tree(page))
        .containsExactly(
            "1 tg:77 → agent:planner",
            "2 work agent:planner",
            "3 model large-model",
            "3 agent:planner → agent:researcher",
            "4 work agent:researcher",
            "5 model small-model",
            "5 agent:researcher → agent:shop",
            "6 work agent:shop",
            "7 tool price_list",
            "3 events partial ×2",
            "3 agent:planner → tg:77");
    assertThat(row(page, "price_list")).containsText("the list is locked");
    assertThat(row(page, "price_list")).hasClass(Pattern.compile("failed"));
    List<Double> large = bar(page, "large-model");
    List<Double> small = bar(page, "small-model");
    List<Double> tool = bar(page, "price_list");
    assertThat(large.get(1)).isLessThanOrEqualTo(small.get(0) + 0.02);
    assertThat(small.get(1)).isLessThanOrEqualTo(tool.get(0) + 0.02);
    assertThat(large.get(1) - large.get(0)).isGreaterThan(small.get(1) - small.get(0));
    assertThat(tool.get(1)).isLessThanOrEqualTo(1.02);
    ann.findsItAccessible();
    ann.picture("turn");
    ann.switchesTo(Look.DARK);
    ann.findsItAccessible();
    ann.picture("turn");
    ann.switchesTo(Look.PHONE);
    ann.findsItAccessible();
    ann.picture("turn");
    assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(390);
  }

  @SuppressWarnings("unchecked") // a list of numbers is what the script returns
  private static List<Double> bar(Page page, String text) {
    return ((List<Number>) row(page, text).evaluate(BAR))
        .stream().map(Number::doubleValue).toList();
  }

  @Test
  void aRunningTurnGrowsOnThePage() throws Exception {
    var goOn = new CountDownLatch(1);
    var script = new TurnScript(stage.peers(), goOn);
    String id = script.ask("What does green tea cost?");
    Visitor ann = stage.visitor();
    Page page = open(ann, id);
    assertThat(row(page, "agent:researcher → agent:shop")).isVisible();
    assertThat(totals(page)).containsText("running");
    assertThat(stop(page)).isVisible();
    assertThat(row(page, "price_list")).hasCount(0);

    goOn.countDown();

    assertThat(row(page, "price_list")).isVisible();
    assertThat(row(page, "agent:planner → tg:77")).isVisible();
    assertThat(totals(page)).not().containsText("running");
    assertThat(stop(page)).hasCount(0);
  }

  @Test
  void anOperatorStopsARunningTurn() throws Exception {
    var goOn = new CountDownLatch(1);
    var script = new TurnScript(stage.peers(), goOn);
    String id = script.ask("What does herbal tea cost?");
    Page page = open(stage.visitor(), id);
    assertThat(row(page, "agent:researcher → agent:shop")).isVisible();

    stop(page).click();

    assertThat(page.getByText("The turn is stopped.")).isVisible();
    assertThat(totals(page)).containsText("stopped");
    assertThat(stop(page)).hasCount(0);
    goOn.countDown();
    script.awaitEnd();
    assertThat(row(page, "price_list")).hasCount(0);
  }

  private static Locator stop(Page page) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Stop"));
  }

  @Test
  void rowsLeadToTheirMessagesAndBack() throws Exception {
    var script = new TurnScript(stage.peers(), NO_WAIT);
    String id = script.ask("What does black tea cost?");
    script.awaitEnd();
    Visitor ann = stage.visitor();
    Page page = open(ann, id);
    assertThat(row(page, "agent:planner → tg:77")).isVisible();

    row(page, "agent:researcher → agent:shop").getByRole(AriaRole.LINK).click();

    assertThat(page).hasURL(Pattern.compile("/messages\\?id="));
    assertThat(row(page, "agent:researcher → agent:shop")).hasClass(Pattern.compile("selected"));
    page.getByText("Open the whole turn").click();
    assertThat(page).hasURL(Pattern.compile("/turns\\?id="));
    assertThat(row(page, "agent:planner → tg:77")).isVisible();

    ann.tabsTo(waterfall(page));
    ann.presses("Home", "ArrowLeft");
    assertThat(waterfall(page).getByRole(AriaRole.ROW)).hasCount(2);
    ann.presses("ArrowRight", "End");
    assertThat(page.getByRole(AriaRole.GROUP, Chats.named("Selected step")))
        .containsText("A kilo of tea costs 7.");
    ann.presses("Enter");
    assertThat(page).hasURL(Pattern.compile("/messages\\?id="));
  }

  @Test
  void tenThousandStepsScrollSmoothly() throws Exception {
    var script = new TurnScript(stage.peers(), NO_WAIT);
    String id = script.ask("Count to ten thousand, please");
    script.awaitEnd();
    script.stepStorm(2, STORM, 8);
    Visitor ann = stage.visitor();

    Page page = open(ann, id);

    assertThat(totals(page)).containsText("steps 10k");
    Awaitility.await().pollInSameThread().until(() -> rowCount(page) > STORM);
    assertThat(waterfall(page).getByRole(AriaRole.ROW).count()).isLessThan(120);
    waterfall(page)
        .evaluate(
            """
            (grid) => {
              let steps = 0;
              const next = () => {
                grid.scrollTop += 500;
                if (++steps < 400) requestAnimationFrame(next);
              };
              next();
            }
            """);
    Frames frames = ann.frames(Duration.ofSeconds(3));
    assertThat(frames.longestMs()).isLessThan(1_000);
    assertThat(frames.perSecond()).isGreaterThan(5);
    ann.tabsTo(waterfall(page));
    ann.presses("End");
    assertThat(row(page, "tool_")).isVisible();
    ann.findsItAccessible();
    ann.picture("turn-long");
  }

  private static int rowCount(Page page) {
    return Integer.parseInt(String.valueOf(waterfall(page).getAttribute("aria-rowcount")));
  }

  @Test
  void aTurnIsFoundByWhatOneRemembersOfIt() throws Exception {
    var script = new TurnScript(stage.peers(), NO_WAIT);
    script.ask("What does white tea cost?");
    script.awaitEnd();
    Visitor ann = stage.visitor();
    Page page = ann.opens("/turns");
    Locator list = page.getByRole(AriaRole.LIST, Chats.named("Turns, newest first"));
    assertThat(list).containsText("What does white tea cost?");
    ann.findsItAccessible();
    ann.picture("turns");

    page.getByLabel("First words of the turn").fill("WHITE tea");
    assertThat(page).hasURL(Pattern.compile("text=WHITE"));
    assertThat(list.getByRole(AriaRole.LISTITEM)).hasCount(1);
    page.getByLabel("Agent").fill("agent:planner");
    page.getByLabel("Errors only").check();
    assertThat(page).hasURL(Pattern.compile("agent=agent%3Aplanner&failed=true"));
    assertThat(list.getByRole(AriaRole.LISTITEM)).hasCount(1);
    assertThat(list).containsText("1 error");
    page.getByLabel("Minimum duration").selectOption("300000");
    assertThat(page.getByText("No turns match")).isVisible();
    page.getByLabel("Minimum duration").selectOption("");
    list.getByRole(AriaRole.LINK).click();

    assertThat(row(page, "agent:planner → tg:77")).isVisible();
    ann.presses("Escape");
    assertThat(list.getByRole(AriaRole.LINK)).isFocused();
  }

  @Test
  void anUnknownTurnIsSaidToBeUnknown() {
    Page page = stage.visitor().expecting("404").opens("/turns?id=nothing");

    assertThat(page.getByText("This turn is not in the log")).isVisible();
  }
}
