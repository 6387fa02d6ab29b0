package bub.protocol;

/**
 * Shell-style matching like fnmatch: {@code *} matches any text, {@code ?} any one character,
 * {@code [abc]}, {@code [a-z]} and {@code [!a]} one of a set. An unclosed bracket matches itself.
 * The worst-case time is the product of the lengths, never exponential.
 */
final class Glob {
  private Glob() {}

  static int firstSpecial(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '*' || c == '?' || c == '[' && setEnd(pattern, i) > 0) {
        return i;
      }
    }
    return pattern.length();
  }

  static boolean matches(String pattern, String text) {
    int p = 0;
    int t = 0;
    int starAt = -1;
    int starText = 0;
    while (t < text.length()) {
      int point = text.codePointAt(t);
      int next = p < pattern.length() ? stepOver(pattern, p, point) : -1;
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        starAt = p++;
        starText = t;
      } else if (next > 0) {
        p = next;
        t += Character.charCount(point);
      } else if (starAt >= 0) {
        // Let the last star match one more character and retry: earlier stars need not move.
        p = starAt + 1;
        starText += Character.charCount(text.codePointAt(starText));
        t = starText;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** Returns the position after a matching element, otherwise -1. */
  private static int stepOver(String pattern, int at, int point) {
    char c = pattern.charAt(at);
    if (c == '?') {
      return at + 1;
    }
    if (c == '[') {
      int end = setEnd(pattern, at);
      if (end > 0) {
        return inSet(pattern, at + 1, end, point) ? end + 1 : -1;
      }
    }
    int expected = pattern.codePointAt(at);
    return expected == point ? at + Character.charCount(expected) : -1;
  }

  /** Returns the end of the set that opens at {@code at}, or -1 when it is not closed. */
  private static int setEnd(String pattern, int at) {
    int from = at + 1;
    if (from < pattern.length() && pattern.charAt(from) == '!') {
      from++;
    }
    // A bracket at the beginning of a set is a member, not the end.
    return pattern.indexOf(']', from + 1);
  }

  private static boolean inSet(String pattern, int from, int to, int point) {
    boolean negated = pattern.charAt(from) == '!';
    int at = negated ? from + 1 : from;
    boolean found = false;
    while (at < to) {
      int low = pattern.codePointAt(at);
      at += Character.charCount(low);
      int high = low;
      if (at + 1 < to && pattern.charAt(at) == '-') {
        high = pattern.codePointAt(at + 1);
        at += 1 + Character.charCount(high);
      }
      found |= low <= point && point <= high;
    }
    return found != negated;
  }
}
