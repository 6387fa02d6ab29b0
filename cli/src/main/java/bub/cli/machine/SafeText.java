package bub.cli.machine;

/**
 * Text from elsewhere as a terminal may show it: no control characters, nothing that turns writing
 * round or hides it. Stricter than a chat, where joiners belong to words: here two names that are
 * not the same must not look the same.
 */
public final class SafeText {
  private SafeText() {}

  /** With its line breaks. */
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

  /** On one line. */
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
