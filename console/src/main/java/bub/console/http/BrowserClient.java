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

  /**
   * Name and attributes of the cookie.
   *
   * @param name name that differs per port, because browsers share cookies between ports
   * @param secure true when it may be sent over HTTPS only
   */
  record CookieShape(String name, boolean secure) {}

  BrowserClient(Context context, CookieShape shape, @Nullable ConsoleRole role) {
    this.context = context;
    this.shape = shape;
    this.role = role;
  }

  /** Role of the client; null when it must log in first. */
  public @Nullable ConsoleRole role() {
    return role;
  }

  /** Address of the client; behind a proxy, that of the proxy. */
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
