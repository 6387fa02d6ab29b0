package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import bub.client.BusClient;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The health view, as an operator reads it. */
class HealthViewTest {
  @RegisterExtension static final Stage stage = Stage.withBub();

  private static Locator plot(Page page, String title) {
    return page.getByRole(
        AriaRole.IMG, new GetByRoleOptions().setName(Pattern.compile("^" + title + ": ")));
  }

  private static Locator state(Page page) {
    return page.getByRole(AriaRole.REGION, new GetByRoleOptions().setName("State"));
  }

  @Test
  void everyPlotSaysInWordsWhatItShows() throws Exception {
    Peers peers = stage.peers();
    peers.traffic(100);
    Visitor ann = stage.visitor();
    Page page = ann.opens("/health");

    assertThat(plot(page, "Messages per second"))
        .hasAccessibleName(
            Pattern.compile("\\d+/s now, at most \\d+/s in the last 5 minutes", Pattern.DOTALL));
    assertThat(plot(page, "Peers")).hasAccessibleName(Pattern.compile("Peers: 3\\d now"));
    assertThat(page.getByRole(AriaRole.IMG)).hasCount(9);
    assertThat(
            page.getByRole(AriaRole.METER, new GetByRoleOptions().setName("Memory held for peers")))
        .isVisible();
    ann.findsItAccessible();
    ann.picture("health");
  }

  @Test
  void anAnswerThatBreaksOffCanBeAskedForAgain() {
    Visitor ann = stage.visitor();
    ann.page()
        .route(
            "**/api/health*",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"samples\": [")));
    Page page = ann.opens("/health");
    Locator again = page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Try again"));
    again.waitFor();
    page.unroute("**/api/health*");

    again.click();

    assertThat(plot(page, "Peers")).isVisible();
  }

  @Test
  void refusalsAreNamedByTheirReason() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:ann");
    BusClient rogue = peers.peer("agent:rogue");
    Visitor ann = stage.visitor(Look.DARK);
    Page page = ann.opens("/health");
    plot(page, "Refusals by reason").waitFor();
    for (int i = 0; i < 3; i++) {
      var forged =
          new Envelope(
              new Address("agent:ann"),
              new Address("agent:rogue"),
              new MessageId("forged-" + i),
              Peers.json("{}"));
      assertThat(catchThrowable(() -> rogue.send(forged))).isInstanceOf(RpcException.class);
    }

    assertThat(state(page)).containsText("The bus refuses messages: sender not allowed");
    assertThat(state(page).locator("a[href='/messages?status=refused']")).isVisible();
    assertThat(page.getByText(Pattern.compile("^sender not allowed ")).first()).isVisible();
    ann.findsItAccessible();
  }

  @Test
  void failingDeliveriesAreSaidWithWhatToDo() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:broken", _ -> Ack.failed("the disk is full"));
    BusClient chat = peers.peer("tg:1");
    Visitor ann = stage.visitor(Look.PHONE);
    Page page = ann.opens("/health");
    plot(page, "Failed deliveries").waitFor();
    for (int i = 0; i < 20; i++) {
      Peers.say(chat, "agent:broken", "hello");
    }

    assertThat(state(page)).containsText(Pattern.compile("\\d+% of deliveries fail"));
    assertThat(state(page)).containsText("The most common outcome is error");
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
    ann.picture("health");
  }

  @Test
  void messagesThatReachNobodyAreATrouble() throws Exception {
    BusClient chat = stage.peers().peer("tg:1");
    Page page = stage.visitor().opens("/health");
    assertThat(state(page)).containsText("The bus is healthy");

    Peers.say(chat, "agent:nobody", "hello");

    assertThat(state(page)).containsText("1 message had no recipient in the last minute");
    state(page).locator("a[href='/messages?status=no_recipient']").click();
    assertThat(page.getByText("agent:nobody").first()).isVisible();
  }

  @Test
  void byKeyboardOneReadsAMomentInAllPlots() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/health");
    ann.tabsTo(plot(page, "Memory"));
    ann.presses("ArrowLeft", "ArrowLeft");

    assertThat(page.locator("[aria-live=polite]").last())
        .hasText(Pattern.compile("\\d\\d:\\d\\d:\\d\\d: bus [\\d.]+ MiB, console [\\d.]+ MiB"));
    assertThat(page.locator(".cursor")).hasCount(9);
    ann.presses("Escape");
    assertThat(page.locator(".cursor")).hasCount(0);
  }

  @Test
  void howFarBackIsPartOfTheUrl() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/health");
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("1 hour")).click();
    assertThat(plot(page, "Latency")).hasAccessibleName(Pattern.compile("in the last hour"));
    page.reload();
    assertThat(plot(page, "Latency")).hasAccessibleName(Pattern.compile("in the last hour"));
    page.goBack();
    assertThat(plot(page, "Latency")).hasAccessibleName(Pattern.compile("in the last 5 minutes"));
  }

  @Test
  void goesOnByItselfAfterTheBusWasAway() throws Exception {
    Visitor ann = stage.visitor().expectingOutage();
    Page page = ann.opens("/health");
    plot(page, "Peers").waitFor();
    stage.console().bus().kill();
    assertThat(page.getByText("does not answer")).isVisible();
    stage.console().bus().comeBack();

    assertThat(page.getByText("does not answer")).isHidden();
    assertThat(state(page)).containsText("The bus is healthy");
    assertThat(plot(page, "Peers")).hasAccessibleName(Pattern.compile("Peers: 3 now"));
  }
}
