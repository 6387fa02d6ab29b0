package bub.channel.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Target of a request.
 *
 * @param query begins with a question mark; empty when there is none
 */
record RequestTarget(String path, String query) {
  private static final Pattern ABSOLUTE =
      Pattern.compile("https?://[^/?#]+", Pattern.CASE_INSENSITIVE);
  private static final Pattern VISIBLE = Pattern.compile("[!-~]+");
  // Different programs read these differently, so nobody may use them to pass a check.
  private static final Pattern AMBIGUOUS = Pattern.compile("\\\\|#|;|%2f|%5c|/\\.\\.?(/|$)|%2e");

  /** Returns null for a target that no program should send. */
  static @Nullable RequestTarget read(String uri) {
    String local = ABSOLUTE.matcher(uri).lookingAt() ? ABSOLUTE.matcher(uri).replaceFirst("") : uri;
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
    return isPlain ? new RequestTarget(path, query) : null;
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
