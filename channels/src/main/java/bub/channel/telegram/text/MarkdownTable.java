package bub.channel.telegram.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table as aligned text, because Telegram has no tables. */
final class MarkdownTable {
  private static final int WIDEST = 40;
  private static final String BETWEEN = " | ";
  private static final int MOST_PADDING = 4096;

  private final List<List<String>> rows;
  private final List<Integer> widths = new ArrayList<>();

  /** The header is the first row; all rows have as many cells. */
  MarkdownTable(List<List<String>> rows) {
    this.rows = rows;
    for (int column = 0; column < rows.getFirst().size(); column++) {
      int at = column;
      int width = rows.stream().mapToInt(row -> width(row.get(at))).max().orElse(0);
      widths.add(Math.min(WIDEST, width));
    }
  }

  /** Null when the result would be mostly space. */
  @Nullable String monospaced() {
    int size = rows.stream().flatMap(List::stream).mapToInt(String::length).sum();
    if ((long) rows.size() * total() > MOST_PADDING + 2L * size) {
      return null;
    }
    var text = new StringBuilder(row(rows.getFirst()));
    text.append('\n').append("-".repeat(Math.min(2 * WIDEST, total())));
    rows.stream().skip(1).forEach(row -> text.append('\n').append(row(row)));
    return text.toString();
  }

  private String row(List<String> cells) {
    var row = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      row.append(column == 0 ? "" : BETWEEN).append(cell);
      row.append(" ".repeat(Math.max(0, widths.get(column) - width(cell))));
    }
    return row.toString().stripTrailing();
  }

  private int total() {
    int sum = widths.stream().mapToInt(Integer::intValue).sum();
    return sum + BETWEEN.length() * (widths.size() - 1);
  }

  /** East Asian characters and emoji take two columns, combining marks none. */
  private static int width(String text) {
    return text.codePoints().map(MarkdownTable::width).sum();
  }

  private static int width(int point) {
    return switch (Character.getType(point)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(point) ? 2 : 1;
    };
  }

  private static boolean isWide(int point) {
    return point >= 0x1100 && point <= 0x115F
        || point >= 0x2E80 && point <= 0xA4CF
        || point >= 0xAC00 && point <= 0xD7A3
        || point >= 0xF900 && point <= 0xFAFF
        || point >= 0xFE30 && point <= 0xFE6F
        || point >= 0xFF00 && point <= 0xFF60
        || point >= 0x1F300 && point <= 0x1FAFF
        || point >= 0x20000 && point <= 0x3FFFD;
  }
}
