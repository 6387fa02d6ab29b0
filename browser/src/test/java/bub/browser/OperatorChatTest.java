package bub.browser;

import static bub.browser.Chats.link;
import static bub.browser.Chats.log;
import static bub.browser.Chats.types;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.protocol.Ack;
import bub.protocol.Address;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator at the page, and the chat of somebody at a terminal. */
class OperatorChatTest {
  @RegisterExtension static final Stage stage = Stage.withBub("--console-write", "term:*");

  @Test
  void anOperatorWritesInTheChatOfATerminalUnderTheirOwnName() throws Exception {
    List<String> shown = new CopyOnWriteArrayList<>();
    BusClient terminal =
        stage
            .peers()
            .peer(
                "term:ann",
                envelope -> {
                  shown.add(envelope.from() + " " + envelope.type());
                  return Ack.ok("stored");
                });
    terminal.send(
        new Address("system:spawn"),
        Peers.json(
            "{\"type\":\"spawn_request\",\"content\":{\"chat_id\":\"ann\",\"channel\":\"terminal\"}}"));
    Visitor operator = stage.visitor();
    Page page = operator.opens("/chat?list");
    link(page, "term:ann").click();
    assertThat(page.getByText("ready", new Page.GetByTextOptions().setExact(true))).isVisible();
    assertThat(page.getByText("The person and the agent see that an operator wrote")).isVisible();

    types(page, "we are on it");

    assertThat(log(page).getByLabel("Operator")).containsText("we are on it");
    assertThat(log(page).getByLabel("Agent")).containsText("[from:agent:console] we are on it");
    await().until(() -> shown.contains("agent:console operator_message"));
    operator.findsItAccessible();
    operator.picture("operator-chat");
  }
}
