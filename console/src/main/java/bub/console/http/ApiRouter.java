package bub.console.http;

import bub.console.http.BrowserClient.CookieShape;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.function.IntSupplier;

/** What every request passes, in this order: headers, names, origins, and who may. */
final class ApiRouter {
  private final HttpSettings door;
  private final SecurityHeaders headers;
  // Set before the first request can come.
  private volatile IntSupplier port = () -> 0;

  ApiRouter(HttpSettings door, SecurityHeaders headers) {
    this.door = door;
    this.headers = headers;
  }

  void open(IntSupplier actualPort) {
    port = actualPort;
  }

  String cookieName() {
    return "bub_console_" + port.getAsInt();
  }

  private RequestFilter gate() {
    var hosts = new AllowedHosts(door.host(), port, door.hosts());
    var cookie = new CookieShape(cookieName(), door.encrypted());
    return new RequestFilter(hosts, door.sessions(), door.loginNeeded(), door.most(), cookie);
  }

  void receive(Context request) throws ApiRefusal {
    headers.apply(request::header);
    gate().checkHost(request);
  }

  /** Refuses pages of other sites; enough where no cookie counts. */
  void checkOrigin(Context request) throws ApiRefusal {
    gate().checkOrigin(request);
  }

  /** Whoever asks for something that is not for everybody, or changes things. */
  BrowserClient admit(Context request, EndpointAccess access) throws ApiRefusal {
    RequestFilter gate = gate();
    gate.checkOrigin(request);
    if (!request.method().equals(HandlerType.GET) && !request.method().equals(HandlerType.HEAD)) {
      gate.checkIntent(request);
    }
    BrowserClient browser = gate.browser(request);
    gate.checkAccess(browser, access);
    return browser;
  }

  /** Whether somebody who was admitted still would be. */
  boolean isWelcome(Context request, EndpointAccess access) {
    try {
      RequestFilter gate = gate();
      gate.checkAccess(gate.browser(request), access);
      return true;
    } catch (ApiRefusal noMore) {
      return false;
    }
  }
}
