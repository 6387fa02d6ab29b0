package bub.console.http;

import bub.console.http.BrowserClient.CookieShape;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.function.IntSupplier;

/** Checks of every request, in this order: headers, host, origin, access. */
final class ApiRouter {
  private final SecurityHeaders headers;
  private final RequestFilter filter;
  // Set before the first request can come.
  private volatile IntSupplier port = () -> 0;

  ApiRouter(HttpSettings settings, SecurityHeaders headers) {
    this.headers = headers;
    var hosts = new AllowedHosts(settings.host(), () -> port.getAsInt(), settings.hosts());
    this.filter =
        new RequestFilter(
            hosts,
            settings.sessions(),
            settings.loginNeeded(),
            settings.most(),
            () -> new CookieShape(cookieName(), settings.encrypted()));
  }

  void open(IntSupplier actualPort) {
    port = actualPort;
  }

  String cookieName() {
    return "bub_console_" + port.getAsInt();
  }

  void receive(Context request) throws ApiRefusal {
    headers.apply(request::header);
    filter.checkHost(request);
  }

  /** Refuses pages of other sites, which is enough where cookies do not matter. */
  void checkOrigin(Context request) throws ApiRefusal {
    filter.checkOrigin(request);
  }

  BrowserClient admit(Context request, EndpointAccess access) throws ApiRefusal {
    filter.checkOrigin(request);
    if (!request.method().equals(HandlerType.GET) && !request.method().equals(HandlerType.HEAD)) {
      filter.checkIntent(request);
    }
    BrowserClient browser = filter.browser(request);
    filter.checkAccess(browser, access);
    return browser;
  }

  /** Returns true when an admitted client would still be admitted. */
  boolean isWelcome(Context request, EndpointAccess access) {
    try {
      filter.checkAccess(filter.browser(request), access);
      return true;
    } catch (ApiRefusal noMore) {
      return false;
    }
  }
}
