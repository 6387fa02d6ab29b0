package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import bub.browser.Traffic.Line;
import bub.client.BusClient;
import bub.json.InvalidJson;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Takes the picture for the README; {@code ./dev picture} copies it there. */
class ReadmePictureTest {
  private static final int PER_SECOND = 12;

  @RegisterExtension static final Stage stage = Stage.withBub();

  @Test
  void theMapOfATeaShop() throws Exception {
    Peers peers = stage.peers();
    BusClient bridge = peers.peer("tg-bridge");
    bridge.subscribe("tg:*");
    BusClient planner = peers.peer("agent:planner");
    BusClient researcher = peers.peer("agent:researcher");
    BusClient cashier = peers.peer("agent:cashier");
    BusClient clock = peers.peer("cron:nightly");
    Page page = stage.visitor().opens("/map");
    Views.await(page);

    Traffic traffic =
        peers.traffic(
            PER_SECOND,
            List.of(
                line(bridge, "agent:planner", "order", "tea for six, please"),
                line(planner, "agent:researcher", "question", "what does a kilo of tea cost?"),
                line(researcher, "agent:planner", "answer", "a kilo of tea costs 7"),
                line(planner, "agent:cashier", "bill", "six cups of tea"),
                line(cashier, "tg:4711", "reply", "that will be 3"),
                line(clock, "agent:cashier", "reminder", "close the till")));
    page.waitForCondition(() -> traffic.answered() > 4 * PER_SECOND);

    assertThat(page.getByText("tg:4711").first()).isVisible();
    page.screenshot(new ScreenshotOptions().setPath(Stage.screenshots().resolve("readme.png")));
  }

  private static Line line(BusClient from, String to, String type, String text) throws InvalidJson {
    String payload = "{\"type\":\"%s\",\"content\":{\"text\":\"%s\"}}".formatted(type, text);
    return new Line(from, to, Peers.json(payload));
  }
}
