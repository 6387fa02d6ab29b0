package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.console.http.BrowserClient.CookieShape;

/** Checks of every request, in this order: host, origin, access. */
final class ApiRouter {
  private final RequestFilter filter;
  private final AllowedHosts hosts;
  private final boolean encrypted;
  // Zero until the server listens, and then no host matches.
  private volatile int port;

  ApiRouter(HttpSettings settings) {
    this.encrypted = settings.encrypted();
    this.hosts = new AllowedHosts(settings.host(), () -> port, settings.hosts());
    this.filter =
        new RequestFilter(
            hosts,
            settings.sessions(),
            settings.loginNeeded(),
            settings.most(),
            () -> new CookieShape(cookieName(), settings.encrypted()));
  }

  void open(int actualPort) {
    port = actualPort;
  }

  String cookieName() {
    return "bub_console_" + port;
  }

  /** Returns the URL of this server for its client, without a path; the host is checked. */
  String origin(HttpExchange request) {
    String host = String.valueOf(request.header("Host"));
    boolean isSecure =
        "https".equals(request.header("X-Forwarded-Proto")) || encrypted && hosts.isNamed(host);
    return (isSecure ? "https://" : "http://") + host;
  }

  /** For every request. */
  void checkHost(HttpExchange request) throws ApiRefusal {
    filter.checkHost(request);
  }

  /** Refuses pages of other sites, which is enough where cookies do not matter. */
  void checkOrigin(HttpExchange request) throws ApiRefusal {
    filter.checkOrigin(request);
  }

  BrowserClient admit(HttpExchange request, EndpointAccess access) throws ApiRefusal {
    filter.checkOrigin(request);
    if (!request.method().equals("GET") && !request.isHead()) {
      filter.checkIntent(request);
    }
    BrowserClient browser = filter.browser(request);
    filter.checkAccess(browser, access);
    return browser;
  }

  /** Returns true when an admitted client would still be admitted. */
  boolean isWelcome(HttpExchange request, EndpointAccess access) {
    try {
      filter.checkAccess(filter.browser(request), access);
      return true;
    } catch (ApiRefusal noMore) {
      return false;
    }
  }
}
