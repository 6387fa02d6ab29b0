package bub.lobby.contract;

import java.util.Locale;

/** Regex escapes that differ between Java and ECMAScript, the dialect of JSON Schema. */
final class EcmaEscapes {
  /** White space and line ends of ECMAScript. */
  private static final String SPACES =
      "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

  /** All other characters, as ranges, because a negation would also apply to a nested class. */
  private static final String NO_SPACES =
      "\\x00-\\x08\\x0e-\\x1f!-\\u009f\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027"
          + "\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\x{10ffff}";

  private static final int LETTERS = 32;

  private EcmaEscapes() {}

  static String toJava(String pattern) throws PatternRules.Broken {
    if (pattern.indexOf('\\') < 0) {
      return pattern;
    }
    var java = new StringBuilder(pattern.length() + SPACES.length());
    int depth = 0;
    for (int at = 0; at < pattern.length(); at++) {
      char read = pattern.charAt(at);
      if (read != '\\' || at + 1 == pattern.length()) {
        depth += read == '[' ? 1 : read == ']' && depth > 0 ? -1 : 0;
        java.append(read);
        continue;
      }
      char letter = pattern.charAt(++at);
      switch (letter) {
        case 's' -> java.append(inClass(SPACES, depth));
        case 'S' -> java.append(inClass(NO_SPACES, depth));
        case 'c' -> java.append(control(pattern, ++at));
        default -> java.append(read).append(letter);
      }
    }
    return java.toString();
  }

  private static String inClass(String ranges, int depth) {
    return depth > 0 ? ranges : "[" + ranges + "]";
  }

  private static String control(String pattern, int at) throws PatternRules.Broken {
    char letter = at < pattern.length() ? pattern.charAt(at) : '\0';
    boolean isLetter = letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z';
    if (!isLetter) {
      throw new PatternRules.Broken("has a \\c without a letter after it");
    }
    return String.format(Locale.ROOT, "\\x%02x", letter % LETTERS);
  }
}
