package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sessions view, as an operator uses it to manage the agents of chats. */
class SessionsViewTest {
  @RegisterExtension static final Stage stage = Stage.withBub();

  private static final String ODD = "agent:<b>\u202Eodd";

  /** The page gets these instead of what there is. */
  private static void plays(Visitor visitor, String path, String json) {
    visitor
        .page()
        .route(
            url -> URI.create(url).getPath().equals(path),
            route ->
                route.fulfill(
                    new FulfillOptions().setContentType("application/json").setBody(json)));
  }

  private static String session(String agent, String status, int megabytes) {
    return """
    {"agent": "%s", "chat": "term:ann", "channel": "terminal", "status": "%s", "hasLog": true,
     "workspace": "/run/bub/workspaces/terminal:%s", "createdAt": "2026-01-02T03:04:05Z",
     "lastActivity": "2026-01-02T03:04:05Z", "uptimeSeconds": 5, "memoryBytes": %d}
    """
        .formatted(agent, status, agent, megabytes * 1_000_000L);
  }

  private static String sessions(String... all) {
    return "{\"total\": %d, \"sessions\": [%s]}".formatted(all.length, String.join(",", all));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(name));
  }

  @Test
  void anAgentIsStoppedAfterASecondThoughtAndStartedAgain() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/sessions");
    assertThat(link(page, "Open Chat and say hello")).isVisible();
    page.evaluate(
        """
        () => fetch('/api/chats/ann/say', {method: 'POST', body: '{"text": "hello"}',
          headers: {'Content-Type': 'application/json', 'X-Bub-Console': '1'}})
        """);
    Locator agent = link(page, "agent:worker-");
    assertThat(page.locator("li .pill")).hasText("running");
    assertThat(link(page, "web:ann")).hasAttribute("href", "/chat/ann");
    ann.findsItAccessible();
    ann.picture("sessions");

    ann.tabsTo(agent);
    ann.presses("Enter");
    ann.tabsTo(button(page, "Stop"));
    ann.presses("Enter");
    assertThat(page.getByText("The next message in the chat starts it again.")).isVisible();
    ann.presses("Escape");
    assertThat(button(page, "Stop")).isFocused();
    ann.presses("Enter", "Enter");
    assertThat(page.getByText("Stopped.")).isVisible();
    assertThat(page.getByText("stopped by request").first()).isVisible();
    assertThat(button(page, "Start")).isFocused();
    ann.picture("session-stopped");

    ann.presses("Enter", "Enter");
    assertThat(page.getByText("Running again.")).isVisible();
    assertThat(button(page, "Restart")).isEnabled();
    ann.presses("Escape");
    assertThat(agent).isFocused();
  }

  @Test
  void aLogShowsNoTerminalCodesAndStandsStillWhileOneReads() {
    Visitor ann = stage.visitor(Look.DARK);
    plays(ann, "/api/sessions", sessions(session("agent:worker-1", "running", 90)));
    String lines =
        IntStream.range(0, 150).mapToObj(n -> "\"line " + n + "\",").collect(Collectors.joining());
    plays(
        ann,
        "/api/sessions/log",
        "{\"agent\":\"agent:worker-1\",\"more\":true,\"lines\":[%s\"\\u001b[31m<b>red</b>\\u001b[0m\\u202Eend\"]}"
            .formatted(lines));
    Page page = ann.opens("/sessions?agent=agent:worker-1");
    Locator log = page.getByRole(AriaRole.LOG);

    assertThat(log).containsText("line 149\n<b>red</b>‹202E›end");
    assertThat(button(page, "More lines")).isVisible();
    assertThat(button(page, "Newest lines")).isHidden();
    log.evaluate("box => box.scrollTop = 0");
    button(page, "Newest lines").click();
    assertThat((Boolean) log.evaluate("box => box.scrollTop > 0")).isTrue();
    ann.findsItAccessible();
    ann.picture("session");
  }

  @Test
  void amongHundredsOneIsFoundAtOnce() {
    Visitor ann = stage.visitor();
    String[] many =
        IntStream.range(0, 500)
            .mapToObj(n -> session("agent:worker-" + n, n % 3 == 0 ? "stopped" : "running", n))
            .toArray(String[]::new);
    many[7] = session(ODD, "running", 7);
    plays(ann, "/api/sessions", sessions(many));
    Page page = ann.opens("/sessions");
    assertThat(page.locator("bub-sessions li")).hasCount(200);

    page.getByLabel("Order").selectOption("memory");
    assertThat(page.locator("bub-sessions li").first()).containsText("worker-499");
    page.getByLabel("Status").selectOption("stopped");
    assertThat(page.locator("bub-sessions li").first()).containsText("worker-498");
    page.getByLabel("Filter by text").fill("nobody");
    button(page, "Show all").click();
    page.getByLabel("Filter by text").fill("odd");
    assertThat(page.locator("bub-sessions li")).hasCount(1);
    assertThat(link(page, "agent:<b>‹202E›odd")).isVisible();
  }

  @Test
  void onAPhoneASessionTakesThePlaceOfTheList() {
    Visitor ann = stage.visitor(Look.PHONE);
    plays(
        ann,
        "/api/sessions",
        sessions(
            session("agent:worker-" + "long".repeat(40), "running", 90),
            session("agent:worker-2", "stopped", 0)));
    plays(ann, "/api/sessions/log", "{\"agent\":\"a\",\"lines\":[],\"more\":false}");
    Page page = ann.opens("/sessions");
    assertThat(link(page, "agent:worker-2")).isVisible();
    ann.findsItAccessible();
    ann.picture("sessions");

    link(page, "agent:worker-long").click();
    assertThat(page.getByText("The log is empty.")).isVisible();
    assertThat(link(page, "agent:worker-2")).isHidden();
    assertThat((Integer) page.evaluate("document.scrollingElement.scrollWidth")).isEqualTo(390);
    ann.findsItAccessible();
    ann.picture("session");
    page.locator("bub-session a.back").click();
    assertThat(link(page, "agent:worker-2")).isVisible();
  }

  @Test
  void whoMayOnlyLookIsToldWhyAndARefusalIsSaidInWords() {
    Visitor ann = stage.visitor();
    plays(ann, "/api/me", "{\"role\":\"viewer\",\"loggedIn\":true,\"version\":\"1\"}");
    plays(ann, "/api/sessions", sessions(session("agent:worker-1", "running", 90)));
    plays(ann, "/api/sessions/log", "{\"agent\":\"a\",\"lines\":[],\"more\":false}");
    Page page = ann.opens("/sessions?agent=agent:worker-1");
    assertThat(button(page, "Stop")).isDisabled();
    assertThat(page.getByText("Only operators can start and stop agents")).isVisible();

    Visitor bob = stage.visitor().expecting("404");
    plays(bob, "/api/sessions", sessions(session("agent:worker-ab12cd34", "running", 90)));
    plays(bob, "/api/sessions/log", "{\"agent\":\"a\",\"lines\":[],\"more\":false}");
    Page his = bob.opens("/sessions?agent=agent:worker-ab12cd34");
    button(his, "Restart").click();
    button(his, "Restart it").click();
    assertThat(his.getByText("Could not restart the agent. agent:worker-ab12cd34 has no session."))
        .isVisible();
  }
}
