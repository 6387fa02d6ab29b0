package bub.channel.telegram.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parser for Markdown links, and the check that Telegram accepts a link. */
final class MarkdownLinks {
  static final int LONGEST = 2_000;

  private static final int MOST_NESTED = 32;

  /** Target of a link, and its end in the text. */
  record Target(String url, int end) {}

  private MarkdownLinks() {}

  /** Reads {@code (url "title")} behind a label; null when there is none. */
  static @Nullable Target target(String text, int at) {
    if (at >= text.length() || text.charAt(at) != '(') {
      return null;
    }
    int last = Math.min(text.length(), at + LONGEST);
    int nested = 0;
    int urlEnd = -1;
    for (int i = at + 1; i < last; i++) {
      char c = text.charAt(i);
      if (c == '\n' || nested > MOST_NESTED) {
        return null;
      }
      if (c == ' ' && urlEnd < 0 && i > at + 1) {
        urlEnd = i; // a title follows
      }
      nested += c == '(' ? 1 : 0;
      if (c == ')' && nested-- == 0) {
        String url = text.substring(at + 1, urlEnd < 0 ? i : urlEnd).strip();
        return new Target(url.replaceAll("^<|>$", ""), i + 1);
      }
    }
    return null;
  }

  static boolean isGood(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    if (url.length() > LONGEST || url.codePoints().anyMatch(MarkdownLinks::isOdd)) {
      return false;
    }
    int host = lower.startsWith("https://") ? 8 : lower.startsWith("http://") ? 7 : -1;
    return lower.startsWith("tg://") || host > 0 && hasHost(url.substring(host));
  }

  private static boolean isOdd(int point) {
    return Character.isWhitespace(point) || Character.isISOControl(point) || point == 0xFFFD;
  }

  /** Returns true for a host with a dot in it and a valid port, as Telegram requires. */
  private static boolean hasHost(String rest) {
    String authority = rest.split("[/?#]", 2)[0];
    String[] parts = authority.substring(authority.lastIndexOf('@') + 1).split(":", 2);
    int dot = parts[0].indexOf('.');
    boolean port = parts.length == 1 || parts[1].matches("[0-9]{1,4}|[1-5][0-9]{4}");
    return port && dot > 0 && !parts[0].endsWith(".") && !parts[0].contains("..");
  }
}
