package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A person decides on the console whether an MCP client may use the bus. */
class AuthorizeViewTest {
  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  /** Without a request for an icon. */
  private static final String PAGE =
      "<!doctype html><title>client</title><link rel=icon href=data:,>back in the client";

  @RegisterExtension static final Stage stage = Stage.locked();

  /** The client's page to which the browser returns. */
  private HttpServer client;

  @BeforeEach
  void open() throws IOException {
    client = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    client.createContext(
        "/",
        exchange -> {
          byte[] text = PAGE.getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    client.start();
  }

  @AfterEach
  void close() {
    client.stop(0);
  }

  private String redirect() {
    return "http://127.0.0.1:" + client.getAddress().getPort() + "/callback";
  }

  private String register(String name) throws Exception {
    String body = "{\"client_name\":\"" + name + "\",\"redirect_uris\":[\"" + redirect() + "\"]}";
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(stage.console().url("/oauth/register")))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body))
              .build();
      String answer = http.send(request, BodyHandlers.ofString()).body();
      return JsonParser.parseString(answer).getAsJsonObject().get("client_id").getAsString();
    }
  }

  private String question(String name) throws Exception {
    return "/authorize?response_type=code&code_challenge_method=S256&state=s1&code_challenge="
        + CHALLENGE
        + "&client_id="
        + register(name)
        + "&redirect_uri="
        + URLEncoder.encode(redirect(), UTF_8);
  }

  @Test
  void aPersonLogsInInAnotherTabComesBackAndAllows() throws Exception {
    Visitor ann = stage.visitor();
    Page page = ann.opens(question("Claude Code"));
    assertThat(heading(page, "Log in")).isVisible();
    assertThat(page.getByText("Then come back to this page.")).isVisible();
    Page other = ann.context().newPage();
    other.navigate(stage.console().loginLink());
    assertThat(other.getByRole(AriaRole.NAVIGATION, named("Views"))).isVisible();
    other.close();
    // A headless browser shows every tab at all times, so the event of the return is sent here.
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))");

    assertThat(heading(page, "Allow Claude Code to use this bus?")).isVisible();
    assertThat(page.getByText(redirect())).isVisible();
    ann.findsItAccessible();
    ann.picture("authorize");
    button(page, "Allow").click();

    page.waitForURL(redirect() + "?**");
    assertThat(page.url()).contains("code=", "state=s1");
    assertThat(page.getByText("back in the client")).isVisible();
  }

  @Test
  void whoeverDeniesSendsTheClientARefusal() throws Exception {
    Visitor ann = stage.visitor();
    ann.logsIn(stage.console().loginLink());
    Page page = ann.opens(question("<img src=x onerror=alert(1)>"));
    assertThat(page.getByRole(AriaRole.HEADING, named("img src x onerror alert(1)"))).isVisible();

    button(page, "Deny").click();

    page.waitForURL(redirect() + "?**");
    assertThat(page.url()).contains("error=access_denied").doesNotContain("code=");
  }

  @Test
  void aBrokenRequestStaysOnThePage() throws Exception {
    Visitor ann = stage.visitor().expecting("400");
    ann.logsIn(stage.console().loginLink());
    Page page = ann.opens(question("Tool") + "&resource=https://a.example/");

    assertThat(page.getByRole(AriaRole.ALERT)).containsText("another server");
    assertThat(button(page, "Allow")).hasCount(0);
  }

  @Test
  void aViewerCannotAllow() throws Exception {
    Visitor ann = stage.visitor().expecting("403");
    ann.logsIn(stage.console().loginLink("--read-only"));
    Page page = ann.opens(question("Tool"));

    assertThat(page.getByRole(AriaRole.ALERT)).containsText("read-only");
    assertThat(button(page, "Allow")).hasCount(0);
  }

  private static GetByRoleOptions named(String name) {
    return new GetByRoleOptions().setName(name);
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, named(name));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, named(name).setExact(true));
  }
}
