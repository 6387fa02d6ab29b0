package bub.protocol;

import java.util.regex.Pattern;

/** Reference for globs: fnmatch as a regular expression, which is slow but easy to verify. */
final class Fnmatch {
  private Fnmatch() {}

  static boolean matches(String glob, String text) {
    return Pattern.compile(regex(glob.codePoints().toArray()), Pattern.DOTALL)
        .matcher(text)
        .matches();
  }

  private static String regex(int[] glob) {
    var regex = new StringBuilder();
    int i = 0;
    while (i < glob.length) {
      int c = glob[i++];
      if (c == '*') {
        regex.append(".*");
      } else if (c == '?') {
        regex.append('.');
      } else if (c != '[' || closing(glob, i) == glob.length) {
        regex.append(literal(c));
      } else {
        int close = closing(glob, i);
        regex.append(set(glob, i, close));
        i = close + 1;
      }
    }
    return regex.toString();
  }

  private static int closing(int[] glob, int from) {
    int j = from;
    if (j < glob.length && glob[j] == '!') {
      j++;
    }
    if (j < glob.length && glob[j] == ']') {
      j++;
    }
    while (j < glob.length && glob[j] != ']') {
      j++;
    }
    return j;
  }

  private static String set(int[] glob, int from, int to) {
    boolean negated = glob[from] == '!';
    var members = new StringBuilder();
    int i = negated ? from + 1 : from;
    while (i < to) {
      boolean range = i + 2 < to && glob[i + 1] == '-';
      if (!range) {
        members.append(literal(glob[i]));
        i++;
      } else {
        if (glob[i] <= glob[i + 2]) {
          members.append(literal(glob[i])).append('-').append(literal(glob[i + 2]));
        }
        i += 3;
      }
    }
    if (members.isEmpty()) {
      return negated ? "." : "(?!)";
    }
    return (negated ? "[^" : "[") + members + "]";
  }

  private static String literal(int codePoint) {
    return "\\x{" + Integer.toHexString(codePoint) + "}";
  }
}
