package bub.channel.telegram.text;

/** Limits that keep the parser's time, memory and stack small; the counts are upper bounds. */
final class MarkdownLimits {
  /** Blocks inside each other. */
  private static final int MAX_DEPTH = 100;

  /** Lines that the parser copies: for each line of a paragraph all those above it. */
  private static final long MAX_COPIES = 20_000_000;

  /** Blocks, or columns of a table, times lines; the parser keeps an object for each. */
  private static final long MAX_OBJECTS = 100_000;

  private static final String BEFORE_BLOCKS = " >-+*.)0123456789";
  private static final String UNDER_TABLE_HEADERS = "|-: >";

  private MarkdownLimits() {}

  static boolean areExceededBy(String markdown) {
    String[] lines = markdown.split("\n", -1);
    int deepest = 0;
    int widest = 0;
    int together = 0;
    long copies = 0;
    for (String line : lines) {
      deepest = Math.max(deepest, depth(line));
      widest = Math.max(widest, columns(line));
      together = line.isBlank() ? 0 : together + 1;
      copies += together;
    }
    long objects = (long) lines.length * Math.max(deepest, widest);
    return deepest > MAX_DEPTH || objects > MAX_OBJECTS || copies > MAX_COPIES;
  }

  /** Each quote or list item around a line takes a {@code >} or a space. */
  private static int depth(String line) {
    int depth = 0;
    int signs = 0;
    for (int i = 0; i < line.length() && BEFORE_BLOCKS.indexOf(line.charAt(i)) >= 0; i++) {
      char c = line.charAt(i);
      signs += c == ' ' || c == '>' ? 1 : 0;
      depth = c == ' ' ? depth : signs + 1;
    }
    return depth;
  }

  private static int columns(String line) {
    boolean delimits = line.chars().allMatch(c -> UNDER_TABLE_HEADERS.indexOf(c) >= 0);
    return delimits ? (int) line.chars().filter(c -> c == '|').count() + 1 : 0;
  }
}
