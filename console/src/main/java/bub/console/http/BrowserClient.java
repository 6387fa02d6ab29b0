package bub.console.http;

import bub.channel.http.ClientAddress;
import bub.channel.http.HttpExchange;
import bub.console.login.ConsoleRole;
import org.jspecify.annotations.Nullable;

/** The client of a request, and the console's one cookie. */
public final class BrowserClient {
  private final HttpExchange exchange;
  private final CookieShape shape;
  private final @Nullable ConsoleRole role;

  /** The cookie; its name differs per port, because browsers share cookies between ports. */
  record CookieShape(String name, boolean secure) {}

  BrowserClient(HttpExchange exchange, CookieShape shape, @Nullable ConsoleRole role) {
    this.exchange = exchange;
    this.shape = shape;
    this.role = role;
  }

  /** Returns null when the client must log in first. */
  public @Nullable ConsoleRole role() {
    return role;
  }

  /** Returns the proxy's address for a client behind a proxy. */
  public String address() {
    return ClientAddress.group(exchange.client());
  }

  public @Nullable String cookie() {
    return exchange.cookie(shape.name());
  }

  public void remember(String cookie) {
    leave(cookie, "");
  }

  public void forget() {
    leave("", "; Max-Age=0");
  }

  private void leave(String value, String age) {
    exchange.with(
        "Set-Cookie",
        shape.name()
            + "="
            + value
            + "; Path=/; HttpOnly; SameSite=Strict"
            + (shape.secure() ? "; Secure" : "")
            + age);
  }
}
