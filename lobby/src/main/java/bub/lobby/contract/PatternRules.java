package bub.lobby.contract;

/**
 * Rules against loops that read no character, which the meter cannot count: repetitions of a part
 * that may be empty, and two alternatives that may be empty. Syntax that Java reads differently is
 * refused or treated as empty, which is safe.
 */
final class PatternRules {
  static final int MAX_LENGTH = 1_024;

  private static final String QUANTIFIERS = "*+?{";
  private static final String PLACES = "bBAGzZ";

  private final String pattern;
  private int at;
  private int emptyParts;

  private PatternRules(String pattern) {
    this.pattern = pattern;
  }

  private enum Times {
    ONCE,
    MAYBE_NEVER,
    REPEATED
  }

  static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    Broken(String rule) {
      super(rule, null, false, false);
    }
  }

  /** Does not check the syntax; the result bounds the steps from one character to the next. */
  static int countEmptyParts(String pattern) throws Broken {
    if (pattern.length() > MAX_LENGTH) {
      throw new Broken("has more than " + MAX_LENGTH + " characters");
    }
    var rules = new PatternRules(pattern);
    rules.choice();
    if (rules.at < pattern.length()) {
      throw new Broken("has an unmatched )");
    }
    return rules.emptyParts;
  }

  /** True when the alternatives may match nothing. */
  private boolean choice() throws Broken {
    boolean mayBeEmpty = sequence();
    while (skip("|")) {
      if (sequence()) {
        if (mayBeEmpty) {
          throw new Broken("has a group with two alternatives that may both be empty");
        }
        mayBeEmpty = true;
      }
    }
    return mayBeEmpty;
  }

  private boolean sequence() throws Broken {
    boolean mayBeEmpty = true;
    while (at < pattern.length() && peek() != '|' && peek() != ')') {
      boolean emptyAtom = atom();
      Times times = quantifier();
      if (emptyAtom && times != Times.ONCE) {
        throw new Broken("repeats something that may be empty");
      }
      boolean emptyPart = emptyAtom || times == Times.MAYBE_NEVER;
      emptyParts += emptyPart ? 1 : 0;
      mayBeEmpty &= emptyPart;
    }
    return mayBeEmpty;
  }

  /** True when the element may match nothing. */
  private boolean atom() throws Broken {
    int first = pattern.codePointAt(at);
    at += Character.charCount(first);
    return switch (first) {
      case '(' -> group();
      case '[' -> characterClass();
      case '\\' -> escape();
      case '^', '$' -> true;
      case '*', '+', '?', '{' -> throw new Broken("has a quantifier with nothing before it");
      default -> false;
    };
  }

  private boolean group() throws Broken {
    boolean looksAround = false;
    if (skip("?")) {
      looksAround = skip("<=") || skip("<!") || skip("=") || skip("!");
      if (!looksAround && !skip(":")) {
        if (!skip("<")) {
          throw new Broken("has a group that starts with ? but not with ?: ?= ?! ?<= ?<! or ?<");
        }
        skipPast('>');
      }
    }
    boolean mayBeEmpty = choice();
    if (!skip(")")) {
      throw new Broken("has an unmatched (");
    }
    return looksAround || mayBeEmpty;
  }

  private boolean characterClass() throws Broken {
    int depth = 1;
    beginClass();
    while (depth > 0) {
      if (at == pattern.length()) {
        throw new Broken("has an unmatched [");
      }
      switch (pattern.charAt(at++)) {
        case '\\' -> escape();
        case '[' -> {
          depth++;
          beginClass();
        }
        case ']' -> depth--;
        default -> {}
      }
    }
    return false;
  }

  /** Java reads the bracket of a class that closes at once as a character. */
  private void beginClass() throws Broken {
    skip("^");
    if (peek() == ']') {
      throw new Broken("has an empty character class");
    }
  }

  private boolean escape() throws Broken {
    if (at == pattern.length()) {
      throw new Broken("ends with a backslash");
    }
    int letter = pattern.codePointAt(at);
    at += Character.charCount(letter);
    switch (letter) {
      case 'Q', 'E' -> throw new Broken("has \\Q or \\E, which are not supported");
      case 'p', 'P', 'x', 'N' -> {
        if (peek() == '{') {
          skipPast('}');
        } else {
          at += letter == 'x' ? 2 : 1;
        }
      }
      case 'u' -> at += 4;
      case 'c' -> at++;
      case 'k' -> {
        skipPast('>');
        return true;
      }
      default -> {
        if (letter >= '0' && letter <= '9') {
          while (peek() >= '0' && peek() <= '9') {
            at++;
          }
          return true;
        }
      }
    }
    at = Math.min(at, pattern.length());
    return PLACES.indexOf(letter) >= 0;
  }

  private Times quantifier() throws Broken {
    Times times =
        switch (peek()) {
          case '*', '?' -> Times.MAYBE_NEVER;
          case '+' -> Times.REPEATED;
          case '{' -> pattern.startsWith("{0", at) ? Times.MAYBE_NEVER : Times.REPEATED;
          default -> Times.ONCE;
        };
    if (times != Times.ONCE) {
      if (peek() == '{') {
        skipPast('}');
      } else {
        at++;
      }
      if (!skip("?")) {
        skip("+");
      }
      if (at < pattern.length() && QUANTIFIERS.indexOf(peek()) >= 0) {
        throw new Broken("has two quantifiers in a row");
      }
    }
    return times;
  }

  private char peek() {
    return at < pattern.length() ? pattern.charAt(at) : '\0';
  }

  private boolean skip(String text) {
    boolean found = pattern.startsWith(text, at);
    at += found ? text.length() : 0;
    return found;
  }

  private void skipPast(char end) {
    int found = pattern.indexOf(end, at);
    at = found < 0 ? pattern.length() : found + 1;
  }
}
