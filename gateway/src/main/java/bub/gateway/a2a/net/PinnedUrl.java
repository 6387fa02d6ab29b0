package bub.gateway.a2a.net;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;

/** URL with the one IP address that requests to it go to. */
public record PinnedUrl(URI uri, InetAddress address) {
  boolean isSecure() {
    return "https".equals(uri.getScheme().toLowerCase(Locale.ROOT));
  }

  int port() {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return isSecure() ? 443 : 80;
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
