package bub.console.http;

import bub.console.http.Browser.CookieShape;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.function.IntSupplier;

/** What every request passes, in this order: headers, names, origins, and who may. */
final class Portal {
  private final DoorSettings door;
  private final SecurityHeaders headers;
  // Set before the first request can come.
  private volatile IntSupplier port = () -> 0;

  Portal(DoorSettings door, SecurityHeaders headers) {
    this.door = door;
    this.headers = headers;
  }

  void open(IntSupplier actualPort) {
    port = actualPort;
  }

  String cookieName() {
    return "bub_console_" + port.getAsInt();
  }

  private Gate gate() {
    var hosts = new Hosts(door.host(), port, door.hosts());
    var cookie = new CookieShape(cookieName(), door.encrypted());
    return new Gate(hosts, door.sessions(), door.loginNeeded(), door.most(), cookie);
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
  Browser admit(Context request, Access access) throws ApiRefusal {
    Gate gate = gate();
    gate.checkOrigin(request);
    if (!request.method().equals(HandlerType.GET) && !request.method().equals(HandlerType.HEAD)) {
      gate.checkIntent(request);
    }
    Browser browser = gate.browser(request);
    gate.checkAccess(browser, access);
    return browser;
  }

  /** Whether somebody who was admitted still would be. */
  boolean isWelcome(Context request, Access access) {
    try {
      Gate gate = gate();
      gate.checkAccess(gate.browser(request), access);
      return true;
    } catch (ApiRefusal noMore) {
      return false;
    }
  }
}
