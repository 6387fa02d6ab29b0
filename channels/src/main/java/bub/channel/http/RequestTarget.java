package bub.channel.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Target of a request.
 *
 * @param host host and port of an absolute URL; empty for a path
 * @param query begins with a question mark; empty when there is none
 */
record RequestTarget(String host, String path, String query) {
  private static final Pattern ABSOLUTE =
      Pattern.compile("https?://([^/?#]+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern VISIBLE = Pattern.compile("[!-~]+");
  // Different programs read these differently, so nobody may use them to pass a check.
  private static final Pattern AMBIGUOUS = Pattern.compile("\\\\|#|;|%2f|%5c|/\\.\\.?(/|$)|%2e");

  /** Returns null for a target that no program should send. */
  static @Nullable RequestTarget read(String uri) {
    Matcher absolute = ABSOLUTE.matcher(uri);
    boolean isAbsolute = absolute.lookingAt();
    String local = isAbsolute ? uri.substring(absolute.end()) : uri;
    int end = local.indexOf('?');
    String path = end < 0 ? local : local.substring(0, end);
    String query = end < 0 ? "" : local.substring(end);
    if (path.isEmpty()) {
      path = "/";
    } else if (path.length() > 1 && path.endsWith("/")) {
      path = path.substring(0, path.length() - 1); // people add it by habit
    }
    boolean isPlain =
        path.startsWith("/")
            && VISIBLE.matcher(local.isEmpty() ? "/" : local).matches()
            && !AMBIGUOUS.matcher(path.toLowerCase(Locale.ROOT)).find()
            && isEncoded(path)
            && isEncoded(query);
    return isPlain ? new RequestTarget(isAbsolute ? absolute.group(1) : "", path, query) : null;
  }

  private static boolean isEncoded(String text) {
    if (text.indexOf('%') < 0) {
      return true;
    }
    try {
      return QueryStringDecoder.decodeComponent(text).chars().noneMatch(Character::isISOControl);
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }
}
