package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Navigation between the views. */
class MenuTest {
  private static final List<String> NAMES =
      List.of("Chat", "Map", "Messages", "Turns", "Costs", "Lobby", "Sessions", "Health");

  @RegisterExtension static final Stage stage = Stage.withBub();

  @Test
  void theKeyboardAloneLeadsToEveryView() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/");
    Views.await(page);

    for (String name : NAMES) {
      ann.tabsTo(link(page, name));
      ann.presses("Enter");

      assertThat(page).hasTitle(Pattern.compile(name + ".*"));
      assertThat(page).hasURL(Pattern.compile(".*/" + name.toLowerCase(Locale.ROOT) + "\\b.*"));
      assertThat(link(page, name)).hasAttribute("aria-current", "page");
      Views.await(page);
    }
  }

  @Test
  void theFirstKeySkipsTheMenu() {
    Visitor ann = stage.visitor();
    Views.await(ann.opens("/health"));

    ann.presses("Tab");
    assertThat(ann.focused()).isEqualTo("link Skip to content");
    ann.presses("Enter");

    assertThat(ann.focused()).startsWith("main");
  }

  @Test
  void backForwardAndReloadLeadWhereOneWas() {
    Page page = stage.visitor().opens("/lobby");
    link(page, "Sessions").click();
    assertThat(page).hasTitle(Pattern.compile("Sessions.*"));

    page.goBack();
    assertThat(page).hasTitle(Pattern.compile("Lobby.*"));
    page.goForward();
    page.reload();

    assertThat(link(page, "Sessions")).hasAttribute("aria-current", "page");
  }

  @Test
  void aThumbReachesEveryViewOnAPhone() {
    Page page = stage.visitor(Look.PHONE).opens("/");

    for (String name : NAMES) {
      link(page, name).tap();
      assertThat(page).hasTitle(Pattern.compile(name + ".*"));
    }
  }

  @Test
  void coloursFollowTheSystemUntilOneChooses() {
    Visitor ann = stage.visitor(Look.DARK);
    Page page = ann.opens("/");
    Views.await(page);
    assertThat(brightness(page)).isLessThan(0.3);

    Locator colours = page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Theme"));
    colours.click();
    assertThat(colours).containsText("light");
    page.reload();
    Views.await(page);

    assertThat(brightness(page)).isGreaterThan(0.7);
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(name).setExact(true));
  }

  /** How bright the page's background is, from 0 to 1. */
  private static double brightness(Page page) {
    Object value =
        page.evaluate(
            """
            () => {
              const canvas = new OffscreenCanvas(1, 1).getContext('2d');
              canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
              canvas.fillRect(0, 0, 1, 1);
              const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
              return (red + green + blue) / 765;
            }
            """);
    return ((Number) value).doubleValue();
  }
}
