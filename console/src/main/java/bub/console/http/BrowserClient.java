package bub.console.http;

import bub.channel.http.ClientAddress;
import bub.console.login.ConsoleRole;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** The client of a request, and the console's one cookie. */
public final class BrowserClient {
  private final Context context;
  private final CookieShape shape;
  private final @Nullable ConsoleRole role;

  /** The cookie; its name differs per port, because browsers share cookies between ports. */
  record CookieShape(String name, boolean secure) {}

  BrowserClient(Context context, CookieShape shape, @Nullable ConsoleRole role) {
    this.context = context;
    this.shape = shape;
    this.role = role;
  }

  /** Returns null when the client must log in first. */
  public @Nullable ConsoleRole role() {
    return role;
  }

  /** Returns the proxy's address for a client behind a proxy. */
  public String address() {
    try {
      // A literal address: no DNS lookup.
      return ClientAddress.group(InetAddress.getByName(context.req().getRemoteAddr()));
    } catch (UnknownHostException noAddress) {
      return "";
    }
  }

  public @Nullable String cookie() {
    return context.cookie(shape.name());
  }

  public void remember(String cookie) {
    leave(cookie, -1);
  }

  public void forget() {
    leave("", 0);
  }

  private void leave(String value, int maxAge) {
    context.cookie(
        new Cookie(shape.name(), value, "/", maxAge, shape.secure(), true, null, SameSite.STRICT));
  }
}
