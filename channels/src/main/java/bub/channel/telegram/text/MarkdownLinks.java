package bub.channel.telegram.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Links in Markdown, and which of them Telegram takes. */
final class MarkdownLinks {
  static final int LONGEST = 2_000;

  private static final int MOST_NESTED = 32;

  /** Where a link leads, and where it ends in the text. */
  record Target(String url, int end) {}

  private MarkdownLinks() {}

  /** Reads {@code (url "title")} behind a label; null when that is not what stands there. */
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

  /** Telegram wants a name with a dot in it, and a port that is one. */
  private static boolean hasHost(String rest) {
    String authority = rest.split("[/?#]", 2)[0];
    String[] parts = authority.substring(authority.lastIndexOf('@') + 1).split(":", 2);
    int dot = parts[0].indexOf('.');
    boolean port = parts.length == 1 || parts[1].matches("[0-9]{1,4}|[1-5][0-9]{4}");
    return port && dot > 0 && !parts[0].endsWith(".") && !parts[0].contains("..");
  }
}
