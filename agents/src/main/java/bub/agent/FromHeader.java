package bub.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.Address;
import bub.protocol.PlainText;

/** Header {@code [from:agent:x]} for texts of peers other than the talkto; nobody can forge it. */
final class FromHeader {
  private static final String[] SPELLINGS = {"from:", "frorn:"};
  private static final int LONGEST_DESCRIPTION = 1_000;

  private FromHeader() {}

  static String escape(String text) {
    StringBuilder escaped = null;
    int copied = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      if (isOpening(text.codePointAt(at)) && isHeaderAfter(text, at)) {
        escaped = escaped == null ? new StringBuilder(text.length() + 8) : escaped;
        escaped.append(text, copied, at).append('\\');
        copied = at;
      }
    }
    return escaped == null ? text : escaped.append(text, copied, text.length()).toString();
  }

  private static boolean isOpening(int codePoint) {
    return Confusables.of(codePoint) == Confusables.OPENING;
  }

  private static boolean isHeaderAfter(String text, int bracket) {
    int inside = bracket + Character.charCount(text.codePointAt(bracket));
    for (String spelling : SPELLINGS) {
      if (begins(text, inside, spelling)) {
        return true;
      }
    }
    return false;
  }

  /** Compares as a reader sees the text. Stops at the next bracket, so the whole scan is linear. */
  private static boolean begins(String text, int start, String spelling) {
    int matched = 0;
    int at = start;
    while (at < text.length() && matched < spelling.length()) {
      int codePoint = text.codePointAt(at);
      if (Confusables.of(codePoint) == spelling.charAt(matched)) {
        matched++;
      } else if (!Confusables.isUnseen(codePoint)) {
        return false;
      }
      at += Character.charCount(codePoint);
    }
    return matched == spelling.length();
  }

  /** Text of another agent that describes something: plain, short and no header. */
  static String description(String text) {
    return escape(PlainText.lines(text, LONGEST_DESCRIPTION));
  }

  static String of(Address from, String text) {
    return "[from:" + visible(from.value()) + "] " + escape(text);
  }

  /** Percent-encodes brackets and invisible characters. */
  private static String visible(String address) {
    var shown = new StringBuilder(address.length());
    address
        .codePoints()
        .forEach(
            one -> {
              if (isBracket(one) || Confusables.isUnseen(one)) {
                for (byte unit : Character.toString(one).getBytes(UTF_8)) {
                  shown.append("%%%02X".formatted(unit & 0xFF));
                }
              } else {
                shown.appendCodePoint(one);
              }
            });
    return shown.toString();
  }

  private static boolean isBracket(int codePoint) {
    char like = Confusables.of(codePoint);
    return like == Confusables.OPENING || like == Confusables.CLOSING;
  }
}
