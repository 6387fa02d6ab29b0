package bub.gateway.a2a.net;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;

/** URL with the one IP address that requests to it go to. */
public record PinnedUrl(URI uri, InetAddress address) {
  public boolean isSecure() {
    return isSecure(uri);
  }

  private static boolean isSecure(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  int port() {
    return port(uri);
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return isSecure(uri) ? 443 : 80;
  }

  /** Scheme, host and port, always written the same way. */
  public String origin() {
    return origin(uri);
  }

  public static String origin(URI uri) {
    String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
    return (isSecure(uri) ? "https://" : "http://") + host + ":" + port(uri);
  }

  /** Value of the header Host. */
  String authority() {
    return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }

  /** Path and query. */
  String target() {
    String path = uri.getRawPath();
    String shown = path == null || path.isEmpty() ? "/" : path;
    return uri.getRawQuery() == null ? shown : shown + "?" + uri.getRawQuery();
  }
}
