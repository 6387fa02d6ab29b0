package bub.protocol;

/** Text of a foreign program without characters that act on terminals or hide from readers. */
public final class PlainText {
  private static final char DELETE = 0x7f;

  private PlainText() {}

  /** One line of at most {@code longest} characters. */
  public static String oneLine(String text, int longest) {
    return shortened(clean(text, false), longest);
  }

  /** Several lines of at most {@code longest} characters in total. */
  public static String lines(String text, int longest) {
    return shortened(clean(text, true), longest);
  }

  private static String clean(String text, boolean keepsLines) {
    if (text.chars().allMatch(one -> one >= ' ' && one < DELETE)) {
      return text.strip();
    }
    var clean = new StringBuilder(Math.min(text.length(), 4_096));
    text.codePoints()
        .forEach(
            one -> {
              if (one == '\n' && keepsLines) {
                clean.append('\n');
              } else if (one == '\n' || one == '\t' || one == '\r') {
                clean.append(' ');
              } else if (isShown(one)) {
                clean.appendCodePoint(one);
              }
            });
    return clean.toString().strip();
  }

  private static boolean isShown(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String shortened(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = longest - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
