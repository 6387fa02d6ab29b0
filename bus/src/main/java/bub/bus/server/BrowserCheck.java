package bub.bus.server;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.FORBIDDEN;
import static io.netty.handler.codec.http.HttpResponseStatus.MISDIRECTED_REQUEST;

import bub.protocol.ProgramName;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Check against requests that a web page makes a browser send: from an origin that is not allowed
 * (Origin header), or through a foreign name that resolves to this machine (Host header).
 */
final class BrowserCheck {
  private static final int SHOWN = 200;

  record Rejection(HttpResponseStatus status, String text) {}

  private final AllowedSources allowed;
  private final String bindHost;
  private final int standardPort;

  BrowserCheck(ServerSettings settings) {
    this.allowed = settings.allowed();
    this.bindHost = settings.host().toLowerCase(Locale.ROOT);
    this.standardPort = settings.tls() == null ? 80 : 443;
  }

  /** Returns null for an allowed request; {@code reached} is the local address. */
  @Nullable Rejection look(HttpRequest request, InetSocketAddress reached) {
    List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
    List<String> origins = request.headers().getAll(HttpHeaderNames.ORIGIN);
    if (hosts.isEmpty() && request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
      return origins.isEmpty() ? null : forbidden(origins.getFirst());
    }
    HostHeader host = hosts.size() == 1 ? HostHeader.parse(hosts.getFirst()) : null;
    if (host == null) {
      return new Rejection(
          BAD_REQUEST, "The request must have exactly one header Host: NAME:PORT.\n");
    }
    if (!isOurs(host, reached)) {
      return misdirected(hosts.getFirst(), host);
    }
    boolean fine =
        origins.isEmpty()
            || origins.size() == 1
                && mayConnect(origins.getFirst(), hosts.getFirst(), host, reached);
    return fine ? null : forbidden(origins.getFirst());
  }

  /** A missing port is harmless here, because DNS rebinding cannot fake the name. */
  private boolean isOurs(HostHeader host, InetSocketAddress reached) {
    return allowed.hosts().contains(host.name())
        || isOurName(host.name(), reached.getAddress())
            && (host.port() == HostHeader.NO_PORT || host.port() == reached.getPort());
  }

  private boolean isOurName(String name, InetAddress reached) {
    if (name.equals(bindHost) || name.equals("localhost") && reached.isLoopbackAddress()) {
      return true;
    }
    // An address cannot be rebound: a client that names the address it reached means this machine.
    InetAddress literal = NetUtil.createInetAddressFromIpAddressString(name);
    return literal != null
        && (literal.equals(reached) || literal.isLoopbackAddress() && reached.isLoopbackAddress());
  }

  private boolean mayConnect(
      String origin, String hostText, HostHeader host, InetSocketAddress reached) {
    return allowed.origins().contains(origin.toLowerCase(Locale.ROOT))
        || isOriginOf(hostText, origin) && ownsOrigin(host, reached);
  }

  /** True when the origin is the bus itself, as some libraries send it. */
  private static boolean isOriginOf(String hostText, String origin) {
    return origin.equalsIgnoreCase("http://" + hostText)
        || origin.equalsIgnoreCase("https://" + hostText);
  }

  /**
   * A page could have an origin with this port only if this port served pages, which it does not. A
   * missing port means the standard port, where another server of this machine may listen.
   */
  private boolean ownsOrigin(HostHeader host, InetSocketAddress reached) {
    int port = host.port() == HostHeader.NO_PORT ? standardPort : host.port();
    return port == reached.getPort() || allowed.hosts().contains(host.name());
  }

  private static Rejection misdirected(String text, HostHeader host) {
    return new Rejection(
        MISDIRECTED_REQUEST,
        "This bus does not accept requests for the host "
            + shown(text)
            + hint(".\n  To allow it:  bub bus serve --allow-host ")
            + shown(host.name())
            + "\n");
  }

  private static String hint(String text) {
    return ProgramName.withoutDirectory().in(text);
  }

  private static Rejection forbidden(String origin) {
    return new Rejection(
        FORBIDDEN,
        "This bus does not accept requests from web pages of "
            + shown(origin)
            + hint(".\n  To allow them:  bub bus serve --allow-origin ")
            + shown(origin)
            + "\n");
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
