package bub.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.util.UUID;

/** Actions and elements of the chat view. */
final class Chats {
  private Chats() {}

  /** A chat of their own, in which nothing was said. */
  static Page begins(Visitor visitor) {
    Page page = visitor.opens("/chat/" + UUID.randomUUID().toString().substring(0, 8));
    page.getByLabel("Message").waitFor();
    return page;
  }

  static void types(Page page, String text) {
    page.getByLabel("Message").fill(text);
    button(page, "Send").click();
  }

  static String path(Page page) {
    return URI.create(page.url()).getPath();
  }

  static Locator log(Page page) {
    return page.getByRole(AriaRole.LOG);
  }

  static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, named(name)).first();
  }

  static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, named(name).setExact(true));
  }

  static GetByRoleOptions named(String name) {
    return new GetByRoleOptions().setName(name);
  }

  static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  static Locator.FilterOptions containing(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
