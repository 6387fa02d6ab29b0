package bub.channel.telegram.text;

import java.util.Locale;

/** Check that Telegram accepts the target of a link. */
final class TelegramLinks {
  private static final int LONGEST = 2_000;

  private TelegramLinks() {}

  static boolean accept(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    if (url.length() > LONGEST || url.codePoints().anyMatch(TelegramLinks::isOdd)) {
      return false;
    }
    int host = lower.startsWith("https://") ? 8 : lower.startsWith("http://") ? 7 : -1;
    return lower.startsWith("tg://") || host > 0 && hasHost(url.substring(host));
  }

  private static boolean isOdd(int point) {
    return Character.isWhitespace(point) || Character.isISOControl(point) || point == 0xFFFD;
  }

  /** Telegram requires a dot in the host and a valid port. */
  private static boolean hasHost(String rest) {
    String authority = rest.split("[/?#]", 2)[0];
    String[] parts = authority.substring(authority.lastIndexOf('@') + 1).split(":", 2);
    int dot = parts[0].indexOf('.');
    boolean port = parts.length == 1 || parts[1].matches("[0-9]{1,4}|[1-5][0-9]{4}");
    return port && dot > 0 && !parts[0].endsWith(".") && !parts[0].contains("..");
  }
}
