package bub.cli.machine;

/**
 * Makes untrusted text safe for a terminal: no control characters, and nothing that reverses or
 * hides text. Stricter than a chat, where joiners belong to words, because two different names must
 * never look the same here.
 */
public final class SafeText {
  private SafeText() {}

  /** Returns the text with its line breaks. */
  public static String lines(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (isHarmless(point)) {
                shown.appendCodePoint(point);
              } else {
                shown.append(String.format("\\u%04x", point));
              }
            });
    return shown.toString();
  }

  /** Returns the text on one line. */
  public static String line(String text) {
    return lines(text.replace("\n", "\\n").replace("\t", "\\t"));
  }

  private static boolean isHarmless(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL -> point == '\n' || point == '\t';
      case Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
