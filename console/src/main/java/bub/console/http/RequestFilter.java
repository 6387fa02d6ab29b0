package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginSessions;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks of requests by their host name, their origin and their client. */
final class RequestFilter {
  /** Header that no form and no page of another origin can send. */
  static final String OWN_HEADER = "X-Bub-Console";

  private final AllowedHosts hosts;
  private final LoginSessions sessions;
  private final BooleanSupplier loginNeeded;
  private final ConsoleRole most;
  private final Supplier<BrowserClient.CookieShape> cookie;

  RequestFilter(
      AllowedHosts hosts,
      LoginSessions sessions,
      BooleanSupplier loginNeeded,
      ConsoleRole most,
      Supplier<BrowserClient.CookieShape> cookie) {
    this.hosts = hosts;
    this.sessions = sessions;
    this.loginNeeded = loginNeeded;
    this.most = most;
    this.cookie = cookie;
  }

  /** For every request. */
  void checkHost(HttpExchange request) throws ApiRefusal {
    String host = request.header("Host");
    if (!hosts.isOurs(host)) {
      String problem =
          host == null
              ? "the header Host is missing"
              : "bub does not serve the host name "
                  + host
                  + "; if it leads here, start bub with --console-allow-host "
                  + host;
      throw new ApiRefusal(421, "forbidden", problem, false);
    }
  }

  /** For API requests: from the console's own page or from no page. */
  void checkOrigin(HttpExchange request) throws ApiRefusal {
    String origin = request.header("Origin");
    if (origin != null && !hosts.isOurOrigin(origin)) {
      throw ApiRefusal.forbidden("pages from " + origin + " may not use bub");
    }
    String site = request.header("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw ApiRefusal.forbidden("pages from other sites may not use bub");
    }
  }

  /** For requests that change something: from the console's own script. */
  void checkIntent(HttpExchange request) throws ApiRefusal {
    if (request.header(OWN_HEADER) == null) {
      throw ApiRefusal.forbidden("the header " + OWN_HEADER + ": 1 is missing");
    }
  }

  BrowserClient browser(HttpExchange request) {
    return new BrowserClient(request, cookie.get(), role(request));
  }

  private @Nullable ConsoleRole role(HttpExchange request) {
    ConsoleRole role = ConsoleRole.OPERATOR;
    if (loginNeeded.getAsBoolean()) {
      String brought = request.cookie(cookie.get().name());
      role = brought == null ? null : sessions.of(brought);
    }
    return role == ConsoleRole.OPERATOR ? most : role;
  }

  void checkAccess(BrowserClient browser, EndpointAccess access) throws ApiRefusal {
    ConsoleRole role = browser.role();
    switch (access) {
      case EVERYBODY -> {}
      case VIEWERS -> checkKnown(role);
      case OPERATORS -> {
        if (!checkKnown(role).mayChangeThings()) {
          throw new ApiRefusal(403, "read_only", "you have read-only access", false);
        }
      }
    }
  }

  private static ConsoleRole checkKnown(@Nullable ConsoleRole role) throws ApiRefusal {
    if (role == null) {
      throw new ApiRefusal(
          401, "login_needed", "Log in first. Run bub console login for a link.", false);
    }
    return role;
  }
}
