package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import bub.client.BusClient;
import bub.protocol.Ack;
import com.microsoft.playwright.ElementHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The messages view, as people use it to find and trace a message. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MessagesViewTest {
  @RegisterExtension static final Stage stage = Stage.withBub();

  private static Locator list(Page page) {
    return page.getByRole(AriaRole.GRID);
  }

  private static Locator rows(Page page, String text) {
    return list(page).getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator opened(Page page) {
    return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Message details"));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  @Test
  void aFailedDeliveryShowsWhoFailedAndWhetherToTryAgain() throws Exception {
    Peers peers = stage.peers();
    BusClient shop = peers.peer("agent:shop");
    peers.peer("agent:ledger", _ -> Ack.retryIn(30, "the database is locked"));
    Visitor ann = stage.visitor();
    Page page = ann.opens("/messages");
    list(page).waitFor();
    Peers.say(shop, "agent:ledger", "Book invoice 1187");

    rows(page, "Book invoice 1187").getByRole(AriaRole.LINK).click();

    assertThat(opened(page).getByRole(AriaRole.LISTITEM))
        .hasText(
            new Pattern[] {
              Pattern.compile("agent:shop to the bus: text"),
              Pattern.compile("the bus to agent:ledger: delivered"),
              Pattern.compile("agent:ledger to the bus: failed .the database is locked"),
              Pattern.compile("the bus to agent:shop: receipt: 1 of 1 failed"),
            });
    assertThat(opened(page)).containsText("Try again after 30 s.");
    ann.findsItAccessible();
    ann.picture("message");
  }

  @Test
  void anOpenedMessageThatIsNotInTheLogYetIsLookedUpAgain() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:slow-log");
    String id =
        Peers.say(peers.peer("agent:early"), "agent:slow-log", "Too early").messageId().value();
    Visitor ann = stage.visitor().expecting("404");
    var looks = new AtomicInteger();
    ann.page()
        .route(
            "**/api/message?*",
            route -> {
              if (looks.incrementAndGet() > 1) {
                route.resume();
                return;
              }
              route.fulfill(
                  new Route.FulfillOptions()
                      .setStatus(404)
                      .setContentType("application/json")
                      .setBody(
                          "{\"error\":{\"code\":\"not_found\",\"message\":\"no such message\"}}"));
            });

    Page page = ann.opens("/messages?id=" + id);

    assertThat(opened(page)).containsText("This message is not in the log");
    assertThat(opened(page)).containsText("Too early");
    assertThat(looks.get()).isGreaterThan(1);
  }

  @Test
  void aMessageThatIsOnItsWayIsFollowedToItsEnd() throws Exception {
    Peers peers = stage.peers();
    var answer = new CountDownLatch(1);
    peers.peer(
        "agent:slow",
        _ -> {
          answer.await();
          return Ack.ok("at last");
        });
    BusClient shop = peers.peer("agent:shop");
    Visitor ann = stage.visitor(Look.DARK);
    Page page = ann.opens("/messages?to=agent:slow");
    Thread.startVirtualThread(() -> sayQuietly(shop, "agent:slow", "take your time"));
    rows(page, "take your time").getByRole(AriaRole.LINK).click();
    assertThat(opened(page)).containsText("waiting for agent:slow");

    answer.countDown();

    assertThat(opened(page)).containsText("receipt: ok");
    assertThat(rows(page, "take your time")).containsText("ok");
    ann.findsItAccessible();
    ann.picture("message");
  }

  private static void sayQuietly(BusClient from, String to, String text) {
    try {
      Peers.say(from, to, text);
    } catch (Exception lost) {
      throw new IllegalStateException(lost);
    }
  }

  @Test
  void aHelloIsSeenToGoThereAndBack() {
    Visitor ann = stage.visitor(Look.PHONE);
    Page page = ann.opens("/messages");
    Object said =
        page.evaluate(
            """
            async () => {
              const post = async (path, body) => (await fetch(path, {method: 'POST', body: JSON.stringify(body),
                  headers: {'Content-Type': 'application/json', 'X-Bub-Console': '1'}})).json();
              const {id} = await post('/api/chats', {});
              return (await post(`/api/chats/${id}/say`, {text: 'hello from the phone'})).messageId;
            }
            """);
    rows(page, "tg_message").or(rows(page, "hello from the phone")).first().waitFor();
    ann.opens("/messages?id=" + said);

    assertThat(opened(page)).containsText("receipt: ok");
    ann.picture("message");
    opened(page).getByText(Pattern.compile("Answered by agent:worker")).click();
    assertThat(opened(page)).containsText("Answers " + said);
    ann.findsItAccessible();
    button(page, "Close the message").click();
    assertThat(page).hasURL(Pattern.compile("/messages$"));
    ann.findsItAccessible();
    ann.picture("messages");
    assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(390);
  }

  @Test
  void everythingWorksByKeyboard() throws Exception {
    Peers peers = stage.peers();
    BusClient shop = peers.peer("agent:keys");
    for (int i = 1; i <= 40; i++) {
      Peers.say(shop, "agent:nobody", "number " + i);
    }
    Visitor ann = stage.visitor();
    Page page = ann.opens("/messages");
    rows(page, "number 40").waitFor();
    ann.presses("/");
    page.keyboard().type("number ");
    assertThat(page).hasURL(Pattern.compile("text=number"));
    ann.tabsTo(page.getByLabel("From"));
    page.keyboard().type("agent:keys");
    assertThat(page).hasURL(Pattern.compile("from=agent"));
    ann.tabsTo(list(page));

    ann.presses("ArrowDown", "ArrowDown", "Enter");
    assertThat(opened(page)).containsText("number 39");
    ann.presses("Escape");
    assertThat(opened(page)).not().isVisible();
    assertThat(ann.focused()).startsWith("grid Messages");
    ann.presses("End", "Enter");
    assertThat(opened(page)).containsText("\"number 1\"");
    ann.presses("Escape", "Home", "Enter");
    assertThat(opened(page)).containsText("\"number 40\"");
    button(page, "Remove: contains number").click();
    assertThat(page).hasURL(Pattern.compile("/messages\\?from=agent%3Akeys&id="));
  }

  @Test
  void whatAccompaniesOtherMessagesIsFoldedUntilSomebodyWantsIt() throws Exception {
    BusClient writer = stage.peers().peer("agent:writer");
    String event = "{\"type\":\"agent_event\",\"content\":{\"event\":\"typing\",\"data\":{}}}";
    Page page = stage.visitor().opens("/messages?to=agent:nobody");
    list(page).waitFor();
    Peers.send(writer, "agent:nobody", event);
    Peers.say(writer, "agent:nobody", "the answer");
    assertThat(rows(page, "the answer")).isVisible();
    assertThat(rows(page, "typing")).hasCount(0);

    page.getByLabel("Show everything").check();

    assertThat(page).hasURL(Pattern.compile("all=1"));
    assertThat(rows(page, "typing")).isVisible();
  }

  @Test
  void whoTypesFastInTwoFieldsLooksForBoth() {
    Page page = stage.visitor().opens("/messages");
    page.getByLabel("Text in the message").fill("tea");
    page.getByLabel("From").fill("agent:fast");

    assertThat(page).hasURL(Pattern.compile("from=agent%3Afast&text=tea"));
  }

  @Test
  void aClickOpensTheMessageItWasAimedAtAlsoWhenANewerOneComes() throws Exception {
    BusClient shop = stage.peers().peer("agent:aim");
    Page page = stage.visitor().opens("/messages");
    list(page).waitFor();
    Peers.say(shop, "agent:nobody", "the one I mean");
    ElementHandle link = rows(page, "the one I mean").getByRole(AriaRole.LINK).elementHandle();
    Peers.say(shop, "agent:nobody", "a newer one");
    rows(page, "a newer one").waitFor();

    link.click();

    assertThat(opened(page)).containsText("\"the one I mean\"");
  }

  @Test
  void aBurstIsShownWholeOnceTheBusIsCalm() throws Exception {
    BusClient shop = stage.peers().peer("agent:burst");
    Page page = stage.visitor().opens("/messages?from=agent:burst");
    page.getByText("No messages match").waitFor();

    for (int i = 1; i <= 150; i++) {
      Peers.say(shop, "agent:nobody", "burst " + i);
    }
    // A message that comes alone must not hide that others were left out before it.
    rows(page, "burst 150").waitFor();
    Peers.say(shop, "agent:nobody", "alone");

    page.getByText("live", new Page.GetByTextOptions().setExact(true)).waitFor();
    assertThat(list(page)).hasAttribute("aria-rowcount", "152");
  }

  @Test
  void whoReadsIsNotDisturbedByWhatIsNew() throws Exception {
    Peers peers = stage.peers();
    BusClient shop = peers.peer("agent:calm");
    for (int i = 1; i <= 50; i++) {
      Peers.say(shop, "agent:nobody", "old " + i);
    }
    Visitor ann = stage.visitor();
    Page page = ann.opens("/messages?from=agent:calm");
    rows(page, "old 50").waitFor();
    list(page).evaluate("grid => grid.scrollTop = 340");
    assertThat(rows(page, "old 50")).hasCount(0);
    double before = rows(page, "old 35").boundingBox().y;

    for (int i = 1; i <= 7; i++) {
      Peers.say(shop, "agent:nobody", "fresh " + i);
    }

    Locator fresh = button(page, "7 new");
    fresh.waitFor();
    assertThat(rows(page, "old 35").boundingBox().y).isEqualTo(before);
    fresh.click();
    assertThat(rows(page, "fresh 7")).isVisible();
    Peers.say(shop, "agent:nobody", "the latest");
    assertThat(rows(page, "the latest")).isVisible();
  }

  @Test
  void whatPeersCallThemselvesAndSayIsTextAndNothingElse() throws Exception {
    Peers peers = stage.peers();
    for (String name : Hostile.NAMES) {
      BusClient peer = peers.peer(name);
      for (String text : Hostile.TEXTS) {
        Peers.say(peer, "agent:nobody", text);
      }
    }
    Peers.say(peers.peer("agent:big"), "agent:nobody", "x".repeat(1_000_000));
    Visitor ann = stage.visitor();
    Page page = ann.opens("/messages?to=agent:nobody");

    rows(page, "agent:big").getByRole(AriaRole.LINK).click();
    assertThat(opened(page)).containsText("too large to show here");
    rows(page, "<img src=x onerror=alert(1)><b>bold</b>").first().getByRole(AriaRole.LINK).click();
    assertThat(opened(page)).containsText("\"<img src=x onerror=alert(1)><b>bold</b>\"");
    assertThat(list(page)).containsText("‹202E›nimda");
    assertThat(button(page, "Close the message")).isInViewport();
    ann.picture("messages-hostile");
  }

  @Test
  void aMessageIsSentAndSentAgain() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:greeter", _ -> Ack.ok("hello to you"));
    Visitor ann = stage.visitor();
    Page page = ann.opens("/messages?to=agent:greeter");
    button(page, "Send a message").click();
    page.getByLabel("To", new Page.GetByLabelOptions().setExact(true)).last().fill("agent:greeter");
    Locator payload = page.getByLabel("Payload (JSON object)");
    payload.fill("{\"type\": \"greeting\",\n \"x\" 1}");
    button(page, "Send").last().click();
    assertThat(page.getByRole(AriaRole.ALERT).last()).containsText("line 2, column 6");
    payload.fill("{\"type\": \"greeting\"}");
    button(page, "Send").last().click();
    page.getByText("hello to you").waitFor();
    page.getByText("See its journey").click();
    ann.opens("/messages?to=agent:greeter");
    rows(page, "greeting").getByRole(AriaRole.LINK).click();

    button(page, "Send again").click();
    button(page, "Send the copy").click();
    assertThat(opened(page)).containsText("Sent again.");
    button(page, "1 new").click();
    assertThat(rows(page, "greeting")).hasCount(2);
  }

  @Test
  void theListGoesOnByItselfAfterTheBusWasAway() throws Exception {
    Visitor ann = stage.visitor(Look.DARK).expectingOutage();
    Page page = ann.opens("/messages?to=agent:nobody");
    list(page).waitFor();
    stage.console().bus().kill();
    page.getByText("Reconnecting").waitFor();
    stage.console().bus().comeBack();
    BusClient shop = stage.peers().peer("agent:shop");

    Peers.say(shop, "agent:nobody", "back again");

    assertThat(rows(page, "back again")).isVisible();
    ann.findsItAccessible();
    ann.picture("messages");
  }

  @Test
  void aLargeNumberStaysAsItWasSent() throws Exception {
    BusClient shop = stage.peers().peer("agent:large");
    Peers.send(shop, "agent:nobody", "{\"type\":\"large\",\"id\":1234567890123456789}");
    Page page = stage.visitor().opens("/messages?type=large");
    rows(page, "1234567890123456789").first().click();

    assertThat(page.getByText("id: 1234567890123456789")).isVisible();
  }

  /** Last: of a bus that was busy a moment ago only some messages are seen. */
  @Test
  @Order(Integer.MAX_VALUE)
  void aBusyBusIsShownInPartAndFluently() throws Exception {
    stage.peers().traffic(1_000);
    Visitor ann = stage.visitor();
    Page page = ann.opens("/messages");
    page.getByText(Pattern.compile("showing a sample")).waitFor();

    // Of its own thread: how many frames that makes depends on who else uses the machine.
    assertThat(ann.frames(Duration.ofSeconds(1)).load()).isLessThan(0.5);
    list(page).evaluate("grid => grid.scrollTop = 3000");
    button(page, " new").waitFor();
    assertThat(list(page).locator("*").count()).isLessThan(800);
    ann.picture("messages-busy");
  }
}
