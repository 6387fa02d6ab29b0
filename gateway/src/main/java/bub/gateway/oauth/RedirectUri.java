package bub.gateway.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Place to which the browser goes after the decision: a page with HTTPS, a port of this machine, or
 * an app with a scheme of its own such as {@code cursor:}.
 */
record RedirectUri(String text) {
  private static final int LONGEST = 512;
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  // A browser would run these, show them as a page of ours, or send the code without encryption.
  private static final Set<String> FORBIDDEN =
      Set.of(
          "javascript",
          "data",
          "vbscript",
          "blob",
          "file",
          "filesystem",
          "about",
          "view-source",
          "chrome",
          "ws",
          "wss",
          "ftp",
          "mailto",
          "tel",
          "sms",
          "jar",
          "intent",
          "resource");

  RedirectUri {
    Objects.requireNonNull(text);
  }

  static List<RedirectUri> all(List<String> texts) throws OAuthRefusal {
    var all = new ArrayList<RedirectUri>();
    for (String text : texts) {
      all.add(check(text));
    }
    return List.copyOf(all);
  }

  static RedirectUri check(String text) throws OAuthRefusal {
    if (text.length() > LONGEST) {
      throw invalid("A redirect URI is longer than " + LONGEST + " characters.");
    }
    URI uri = parse(text);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean hasHost = uri.getHost() != null && uri.getRawUserInfo() == null;
    boolean isAllowed =
        switch (scheme) {
          case "" -> false;
          case "https" -> hasHost;
          case "http" -> hasHost && LOOPBACK.contains(uri.getHost().toLowerCase(Locale.ROOT));
          default -> !FORBIDDEN.contains(scheme);
        };
    if (!isAllowed || uri.getRawFragment() != null) {
      throw invalid(
          "A redirect URI must use https, http to this machine, or the scheme of an app, and have"
              + " no fragment.");
    }
    return new RedirectUri(text);
  }

  private static URI parse(String text) throws OAuthRefusal {
    try {
      return new URI(text);
    } catch (URISyntaxException odd) {
      throw invalid("A redirect URI is not a valid URI.");
    }
  }

  private static OAuthRefusal invalid(String problem) {
    return new OAuthRefusal("invalid_redirect_uri", problem);
  }

  /** A program on this machine may use any free port (RFC 8252). */
  boolean covers(RedirectUri other) {
    return text.equals(other.text)
        || isLoopback() && other.isLoopback() && withoutPort().equals(other.withoutPort());
  }

  private boolean isLoopback() {
    URI uri = URI.create(text);
    return "http".equalsIgnoreCase(uri.getScheme());
  }

  private String withoutPort() {
    URI uri = URI.create(text);
    return uri.getHost() + uri.getRawPath() + "?" + uri.getRawQuery();
  }

  /** Returns the part that tells a person who gets the code. */
  String place() {
    URI uri = URI.create(text);
    return isLoopback()
        ? "a program on your computer"
        : "https".equalsIgnoreCase(uri.getScheme())
            ? uri.getHost()
            : "the app that handles " + uri.getScheme() + ": links";
  }

  /** Returns the URI with more query parameters. */
  String with(Map<String, String> parameters) {
    var out = new StringBuilder(text);
    char separator = text.indexOf('?') < 0 ? '?' : '&';
    for (Map.Entry<String, String> one : parameters.entrySet()) {
      out.append(separator).append(one.getKey()).append('=');
      out.append(URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8));
      separator = '&';
    }
    return out.toString();
  }
}
