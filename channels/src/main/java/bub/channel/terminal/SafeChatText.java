package bub.channel.terminal;

/** Untrusted text without terminal control sequences. */
final class SafeChatText {
  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  private SafeChatText() {}

  static String lines(String text) {
    var shown = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .codePoints()
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

  static String line(String text) {
    return lines(text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", " "));
  }

  private static boolean isHarmless(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL -> point == '\n' || point == '\t';
      // Most format characters reverse or hide text; these two only join characters.
      case Character.FORMAT -> point == ZERO_WIDTH_JOINER || point == ZERO_WIDTH_NON_JOINER;
      case Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
      default -> true;
    };
  }
}
