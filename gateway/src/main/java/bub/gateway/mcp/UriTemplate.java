package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * URI with variables such as {@code shop://prices/{item}}; a variable matches text without a slash,
 * and {@code {+path}} at the end matches the rest. Linear in the length of the URI.
 */
record UriTemplate(List<String> literals, List<String> names) {
  private static final int LONGEST = 2_048;
  private static final String REST = "+";

  /** Null when the braces do not fit. */
  static @Nullable UriTemplate parse(String text) {
    var literals = new ArrayList<String>();
    var names = new ArrayList<String>();
    int at = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
      int close = text.indexOf('}', open);
      boolean touches = open == at && at > 0;
      if (close <= open + 1 || touches) {
        return null;
      }
      literals.add(text.substring(at, open));
      names.add(text.substring(open + 1, close));
      at = close + 1;
    }
    literals.add(text.substring(at));
    return text.length() > LONGEST ? null : new UriTemplate(literals, names);
  }

  boolean isPlain() {
    return names.isEmpty();
  }

  /** Decoded variables; null when the URI does not match. */
  @Nullable Map<String, String> match(String uri) {
    if (uri.length() > LONGEST || !uri.startsWith(literals.getFirst())) {
      return null;
    }
    var values = new LinkedHashMap<String, String>();
    int at = literals.getFirst().length();
    for (int i = 0; i < names.size(); i++) {
      String next = literals.get(i + 1);
      int end = next.isEmpty() ? uri.length() : uri.indexOf(next, at);
      String value = end <= at ? "" : uri.substring(at, end);
      boolean isRest = names.get(i).startsWith(REST);
      if (value.isEmpty() || value.indexOf('/') >= 0 && !isRest) {
        return null;
      }
      String decoded = decoded(value);
      if (decoded == null) {
        return null;
      }
      values.put(isRest ? names.get(i).substring(1) : names.get(i), decoded);
      at = end + next.length();
    }
    return at == uri.length() ? values : null;
  }

  private static @Nullable String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException odd) {
      return null;
    }
  }
}
