package bub.agent;

/** Texts of limited length. */
final class Truncation {
  private Truncation() {}

  static String middle(String text, int maxChars) {
    if (text.length() <= maxChars) {
      return text;
    }
    int half = maxChars / 2;
    int from = Character.isHighSurrogate(text.charAt(half)) ? half + 1 : half;
    int to = text.length() - half;
    to = Character.isLowSurrogate(text.charAt(to)) ? to + 1 : to;
    return "%s\n[… %d characters are left out …]\n%s"
        .formatted(text.substring(0, from), to - from, text.substring(to));
  }

  static String end(String text, int maxChars) {
    return text.length() <= maxChars ? text : text.substring(0, maxChars) + " […]";
  }
}
