package bub.browser;

import static bub.browser.Chats.begins;
import static bub.browser.Chats.button;
import static bub.browser.Chats.containing;
import static bub.browser.Chats.link;
import static bub.browser.Chats.log;
import static bub.browser.Chats.types;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import bub.client.BusClient;
import bub.protocol.Ack;
import bub.protocol.Address;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** List of chats, and chats with existing agents. */
class ChatListViewTest {
  @RegisterExtension static final Stage stage = Stage.withBub();

  private static Locator chats(Page page) {
    return page.getByRole(AriaRole.NAVIGATION, new GetByRoleOptions().setName("Chats"));
  }

  @Test
  void aChatIsCalledByItsFirstWordsAndCanBeRenamedAndDeleted() {
    Visitor ann = stage.visitor();
    Page page = begins(ann);
    types(page, "cakes of the world");
    Locator heading = page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setLevel(1));
    assertThat(heading).containsText("cakes of the world");
    assertThat(chats(page)).containsText("cakes of the world");
    assertThat(log(page).getByRole(AriaRole.ARTICLE)).hasCount(2);

    button(page, "Rename or delete this chat").click();
    page.getByLabel("Title").fill("Baking");
    ann.findsItAccessible();
    button(page, "Rename").click();
    assertThat(heading).containsText("Baking");
    assertThat(chats(page)).containsText("Baking");

    button(page, "Rename or delete this chat").click();
    button(page, "Delete chat").click();
    assertThat(page).hasURL(Pattern.compile("/chat\\?list"));
    assertThat(chats(page)).not().containsText("Baking");
  }

  @Test
  void findsAChatByWhatWasSaid() {
    Page page = begins(stage.visitor());
    types(page, "the price of pears");
    assertThat(log(page).getByRole(AriaRole.ARTICLE)).hasCount(2);
    types(page, "and of plums");
    page.getByLabel("Search chats").fill("PLUMS");
    assertThat(chats(page)).containsText("the price of pears");
    page.getByLabel("Search chats").fill("nothing of the kind");
    assertThat(chats(page).locator("li")).hasCount(0);
  }

  @Test
  void opensAChatWithAnyAgentByAddressAndFromTheMap() throws Exception {
    Peers peers = stage.peers();
    peers.peer("agent:clerk", _ -> Ack.ok("done"));
    Page page = begins(stage.visitor());
    page.getByText("Chat with an agent by its address").click();
    page.getByLabel("Address of the agent").fill("agent:clerk");
    button(page, "Open").click();
    assertThat(page.getByText("Your messages go to agent:clerk")).isVisible();

    page = stage.visitor().opens("/map?peer=agent:clerk");
    link(page, "Chat with it").click();
    assertThat(page.getByText("Your messages go to agent:clerk")).isVisible();
  }

  @Test
  void showsTheChatsOfOtherChannelsToRead() throws Exception {
    BusClient terminal = stage.peers().peer("term:me");
    terminal.send(
        new Address("system:spawn"),
        Peers.json(
            "{\"type\":\"spawn_request\",\"content\":{\"chat_id\":\"me\",\"channel\":\"terminal\"}}"));
    Page page = stage.visitor().opens("/chat?list");
    link(page, "term:me").click();
    assertThat(page.getByLabel("Message")).isDisabled();
    assertThat(page.getByText("You can only read term:me here").first()).isVisible();
    String said =
        "{\"type\":\"tg_message\",\"content\":{\"text\":\"from the"
            + " terminal\",\"senderId\":\"me\"}}";
    terminal.send(new Address("agent:nobody"), Peers.json(said));
    assertThat(log(page).getByRole(AriaRole.ARTICLE).filter(containing("from the terminal")))
        .isVisible();
  }
}
