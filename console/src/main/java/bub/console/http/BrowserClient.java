package bub.console.http;

import bub.channel.http.ClientAddress;
import bub.console.login.ConsoleRole;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Who is on the other end of a request, and the one cookie that we leave there. */
public final class BrowserClient {
  private final Context context;
  private final CookieShape shape;
  private final @Nullable ConsoleRole role;

  /**
   * How our cookie looks.
   *
   * @param name another one for each port: browsers do not tell ports apart
   * @param secure whether it may travel encrypted only
   */
  record CookieShape(String name, boolean secure) {}

  BrowserClient(Context context, CookieShape shape, @Nullable ConsoleRole role) {
    this.context = context;
    this.shape = shape;
    this.role = role;
  }

  /** Null for somebody who must log in first. */
  public @Nullable ConsoleRole role() {
    return role;
  }

  /** The address that it connects from; behind a proxy, that of the proxy. */
  public String address() {
    try {
      // A literal: nothing is looked up.
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
