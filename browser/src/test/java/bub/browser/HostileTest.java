package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import bub.client.BusClient;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Names and payloads with markup and scripts stay text. */
class HostileTest {
  /** What only the texts of {@link Hostile} would bring into a page, were they taken for markup. */
  private static final String MARKUP =
      """
      () => {
        const found = [];
        const look = (root) => root.querySelectorAll('*').forEach((element) => {
          if (element.matches('img[src="x"], [onerror], a[href^="javascript:" i], script:not([src], [type=importmap])')) {
            found.push(element.outerHTML);
          }
          if (element.shadowRoot) look(element.shadowRoot);
        });
        look(document);
        return found;
      }
      """;

  @RegisterExtension static final Stage stage = Stage.withBub();

  @Test
  void nothingFromTheBusBecomesMarkupInAnyView() throws Exception {
    Peers peers = stage.peers();
    BusClient speaker = peers.peer("load:speaker");
    for (String name : Hostile.NAMES) {
      peers.peer(name);
    }
    peers.agent("agent:shop", capability(), input -> input);
    goOnAndOn(speaker);
    Visitor ann = stage.visitor();
    Page page = ann.page();

    for (String path : Views.PATHS) {
      shout(speaker);
      ann.opens(path);
      Views.await(page);
      shout(speaker); // now as news

      ann.picture("hostile-" + path.substring(1));
      assertThat(page.evaluate(MARKUP)).as(path).asInstanceOf(LIST).isEmpty();
    }
  }

  private static void shout(BusClient speaker) throws Exception {
    for (int i = 0; i < Hostile.TEXTS.size(); i++) {
      Peers.say(speaker, Hostile.NAMES.get(i % Hostile.NAMES.size()), Hostile.TEXTS.get(i));
    }
  }

  /** The longest payload that there may be. */
  private static void goOnAndOn(BusClient speaker) throws Exception {
    Peers.say(speaker, "agent:shop", "x".repeat(BusClient.MAX_PAYLOAD - 1_000));
  }

  private static String capability() {
    return new JsonWriter()
        .beginObject()
        .field("name", "find_price")
        .field("description", Hostile.HTML + Hostile.BIDI)
        .field("input_schema", object(Hostile.SCRIPT))
        .field("output_schema", object(Hostile.LINK))
        .endObject()
        .toString();
  }

  private static JsonValue object(String title) {
    return out -> out.beginObject().field("type", "object").field("title", title).endObject();
  }
}
