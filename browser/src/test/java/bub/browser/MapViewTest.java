package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The map view, as people see it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MapViewTest {
  @RegisterExtension static final Stage stage = Stage.withBub();

  private static final String SCENE =
      "document.querySelector('bub-console').shadowRoot.querySelector('bub-map')?.shadowRoot"
          + ".querySelector('bub-scene')?";
  private static final String MOVING = SCENE + ".moving";
  private static final int MOST_DOTS = 160;

  private static Locator node(Page page, String name) {
    String literally = name.replaceAll("[^\\w:-]", "\\\\$0"); // \Q and \E are unknown to browsers
    return page.getByRole(
        AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("^" + literally + ", ")));
  }

  private static Locator text(Page page, String text) {
    return page.getByText(text, new Page.GetByTextOptions().setExact(false)).first();
  }

  @Test
  void aNewcomerIsToldWhatToDoAndThenSeesAMessageTravel() throws Exception {
    Peers peers = stage.peers();
    Visitor ann = stage.visitor();
    Page page = ann.opens("/map");
    assertThat(text(page, "No other peers are connected yet")).isVisible();
    assertThat(page.getByText("Open Chat and say hello")).hasAttribute("href", "/chat");

    peers.peer("agent:worker");
    BusClient chat = peers.peer("tg:1");
    assertThat(node(page, "agent:worker")).isVisible();
    assertThat(text(page, "No other peers are connected yet")).isHidden();
    Peers.send(
        chat,
        "agent:worker",
        "{\"type\":\"agent_message\",\"content\":{\"text\":\"hello from afar\"}}");

    awaitDots(page, dots -> dots > 0);
    assertThat(text(page, "tg:1 → agent:worker")).isVisible();
    assertThat(text(page, "hello from afar")).isVisible();
    assertThat(node(page, "tg:1"))
        .hasAccessibleName("tg:1, chat, under 1 message per second, healthy");
    awaitDots(page, dots -> dots == 0);
    page.getByText("Replay").click();
    awaitDots(page, dots -> dots == 1);
  }

  @Test
  void byKeyboardSomebodyIsLookedAtAndLeftAgain() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:clerk", _ -> Ack.failed("the ink is dry")).subscribe("desk:*");
    Peers.say(peers.peer("tg:7"), "agent:clerk", "a letter");
    Visitor ann = stage.visitor(Look.DARK);
    Page page = ann.opens("/map");
    ann.tabsTo(node(page, "agent:clerk"));
    ann.presses("Enter");

    assertThat(ann.focused()).isEqualTo("heading agent:clerk");
    Locator panel = page.getByRole(AriaRole.REGION, new GetByRoleOptions().setName("agent:clerk"));
    assertThat(panel).containsText("desk:*");
    assertThat(panel).containsText("bub-client");
    assertThat(panel.getByRole(AriaRole.LISTITEM)).containsText("tg:7");
    assertThat(page).hasURL(Pattern.compile("/map\\?peer=agent%3Aclerk$"));
    ann.findsItAccessible();

    ann.presses("Escape");
    assertThat(panel).isHidden();
    assertThat(ann.focused()).startsWith("button agent:clerk, ");
  }

  @Test
  void whatOneSeesIsWhatOneCanSayToAComputerThatListens() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:scribe", _ -> Ack.failed("the ink is dry"));
    peers.peer("agent:desk").subscribe("desk:*");
    Peers.say(peers.peer("tg:8"), "agent:scribe", "a letter");
    Page page = stage.visitor().opens("/map");
    node(page, "agent:scribe").waitFor();

    assertThat(node(page, "agent:desk"))
        .hasAccessibleName(Pattern.compile("^agent:desk, desk:\\*"));
    assertThat(Accessibility.labelsWithoutTheirText(page)).isEmpty();
  }

  @Test
  void whoFailsAndWhatNobodyGetsIsSaidInWords() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:broken", _ -> Ack.failed("the disk is full"));
    BusClient chat = peers.peer("tg:1");
    Visitor ann = stage.visitor();
    Page page = ann.opens("/map");
    node(page, "agent:broken").waitFor();
    Peers.say(chat, "agent:broken", "hello");
    assertThat(node(page, "agent:broken"))
        .hasAccessibleName(Pattern.compile("^agent:broken, failing"));

    Peers.say(chat, "agent:nobody", "hello");
    assertThat(text(page, "tg:1 → agent:nobody")).isVisible();
    assertThat(text(page, "no recipient")).isVisible();
  }

  @Test
  void programsThatCallThroughADoorHaveAPlaceAndCountAsNoPeer() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:worker");
    Page page = stage.visitor().opens("/map");
    node(page, "agent:worker").waitFor();
    page.evaluate(
        """
        () => fetch('/rpc', {
          method: 'POST',
          headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({jsonrpc: '2.0', id: 1, method: 'sendMessage', params: {
            to: 'agent:worker', messageId: 'm-door-1', payload: {type: 'text'}}}),
        }).then((answer) => answer.text())
        """);

    assertThat(node(page, "api:http")).hasAccessibleName(Pattern.compile("not connected"));
    peers.close();
    assertThat(text(page, "No other peers are connected yet")).isVisible();
    Page later = stage.visitor().opens("/map");
    assertThat(node(later, "api:http")).isVisible();
    assertThat(text(later, "No other peers are connected yet")).isVisible();
  }

  @Test
  void chatsBehindARouterHaveAPlaceOfTheirOwn() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:worker");
    BusClient bridge = peers.peer("tg-bridge");
    bridge.subscribe("tg:*");
    Visitor ann = stage.visitor();
    Page page = ann.opens("/map");
    node(page, "tg-bridge").waitFor();
    bridge.send(
        new Envelope(
            new Address("tg:4711"),
            new Address("agent:worker"),
            new MessageId("m-" + bridge.clientId() + "-1"),
            Peers.json("{\"type\":\"text\"}")));

    assertThat(node(page, "tg:4711")).hasAccessibleName(Pattern.compile("behind tg-bridge"));
    node(page, "tg:4711").click();
    assertThat(page.getByRole(AriaRole.REGION, new GetByRoleOptions().setName("tg:4711")))
        .containsText("agent:worker");
  }

  @Test
  void hostileNamesAreShownAsTheyAre() throws Exception {
    Peers peers = stage.peers();
    for (String name : Hostile.NAMES) {
      Peers.say(peers.peer(name), Hostile.NAMES.getFirst(), Hostile.HTML);
    }
    Visitor ann = stage.visitor();
    Page page = ann.opens("/map");
    for (String name : Hostile.NAMES) {
      node(page, name.replace("\u202E", "‹202E›").replace("\u2066", "‹2066›")).click();
    }
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("List").setExact(true)).click();
    assertThat(text(page, "agent:‹202E›nimda‹2066›")).isVisible();
    assertThat(page.locator("img[src=x]")).hasCount(0);
  }

  @Test
  void theQuietOnesOfManyShareAPlaceThatOpensAsAList() throws Exception {
    Peers peers = stage.peers();
    for (int i = 0; i < 60; i++) {
      peers.peer("tg:many-%02d".formatted(i));
    }
    Visitor ann = stage.visitor(Look.PHONE);
    Page page = ann.opens("/map");
    Locator more =
        page.getByRole(
            AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("\\d+ more chats")));
    more.waitFor();
    ann.picture("map-many");
    more.click();
    page.getByLabel("Find by name").fill("tg:many-");
    assertThat(page.getByRole(AriaRole.ROW)).hasCount(61);

    page.getByLabel("Find by name").fill("tg:many-5");
    assertThat(page.getByRole(AriaRole.ROW)).hasCount(11);
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Name")).click();
    assertThat(page.getByRole(AriaRole.ROW).nth(1)).containsText("tg:many-50");
    ann.findsItAccessible();
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
  }

  /** Last: of a bus that was busy a moment ago only some messages are seen. */
  @Test
  @Order(Integer.MAX_VALUE)
  void muchTrafficCostsNoMoreThanALittle() throws Exception {
    Peers peers = stage.peers();
    peers.traffic(1000);
    Visitor ann = stage.visitor();
    Page page = ann.opens("/map");
    awaitDots(page, dots -> dots > 20);
    assertThat(node(page, "agent:busy-0"))
        .hasAccessibleName(Pattern.compile("\\d\\d messages per second"));
    int elements = count(page, SCENE + ".renderRoot.querySelectorAll('*').length");

    System.out.println("map at 1,000 messages per second: " + ann.frames(Duration.ofSeconds(1)));
    assertThat(count(page, MOVING)).isBetween(1, MOST_DOTS);
    assertThat(count(page, SCENE + ".renderRoot.querySelectorAll('*').length"))
        .isCloseTo(elements, withPercentage(10));
    ann.findsItAccessible();
    ann.picture("map");
  }

  /** The page's policy lets nobody evaluate texts in it, so it cannot wait by itself. */
  private static void awaitDots(Page page, IntPredicate wanted) {
    await()
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> wanted.test(count(page, MOVING)));
  }

  private static int count(Page page, String expression) {
    return page.evaluate(expression) instanceof Number number ? number.intValue() : 0;
  }
}
