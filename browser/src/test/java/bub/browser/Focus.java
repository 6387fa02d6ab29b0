package bub.browser;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;

/** Focused element of a page, as the browser reports it to a screen reader. */
final class Focus {
  private static final String DEEPEST =
      """
      (() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element;
      })()
      """;

  private Focus() {}

  /** Role and name, such as {@code button Send}. */
  static String of(Page page) {
    CDPSession session = page.context().newCDPSession(page);
    try {
      var element = new JsonObject();
      element.addProperty("expression", DEEPEST);
      var asked = new JsonObject();
      asked.add(
          "objectId",
          session.send("Runtime.evaluate", element).getAsJsonObject("result").get("objectId"));
      asked.addProperty("fetchRelatives", false);
      JsonObject node =
          session
              .send("Accessibility.getPartialAXTree", asked)
              .getAsJsonArray("nodes")
              .get(0)
              .getAsJsonObject();
      return (text(node, "role") + " " + text(node, "name")).strip();
    } finally {
      session.detach();
    }
  }

  private static String text(JsonObject node, String member) {
    JsonObject value = node.getAsJsonObject(member);
    return value == null || !value.has("value") ? "" : value.get("value").getAsString();
  }
}
