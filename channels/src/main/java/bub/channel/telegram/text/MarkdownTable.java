package bub.channel.telegram.text;

import java.util.ArrayList;
import java.util.List;

/** Renders a table as aligned text, because Telegram has no tables. */
final class MarkdownTable {
  private static final int WIDEST = 40;
  private static final String BETWEEN = " | ";
  private static final int MOST_PADDING = 4096;

  private final List<String> lines;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();

  /** Creates a table from its lines, the second of which is the delimiter row. */
  MarkdownTable(List<String> lines) {
    this.lines = lines;
    for (int i = 0; i < lines.size(); i++) {
      if (i != 1) {
        rows.add(cells(lines.get(i)));
      }
    }
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        int width = Math.min(WIDEST, width(row.get(column)));
        if (column == widths.size()) {
          widths.add(width);
        } else {
          widths.set(column, Math.max(width, widths.get(column)));
        }
      }
    }
  }

  /** Returns true when a header row and a delimiter row begin here. */
  static boolean beginsAt(List<String> lines, int at) {
    if (at + 1 >= lines.size() || lines.get(at).indexOf('|') < 0) {
      return false;
    }
    String under = lines.get(at + 1);
    return under.indexOf('|') >= 0
        && under.indexOf('-') >= 0
        && under.chars().allMatch(sign -> "|-: ".indexOf(sign) >= 0);
  }

  private static List<String> cells(String line) {
    String inner = line.strip();
    inner = inner.startsWith("|") ? inner.substring(1) : inner;
    inner =
        inner.endsWith("|") && !inner.endsWith("\\|")
            ? inner.substring(0, inner.length() - 1)
            : inner;
    var cells = new ArrayList<String>();
    for (String cell : inner.split("(?<!\\\\)\\|", -1)) {
      var plain = new FormattedTextBuilder();
      Inlines.write(plain, cell.strip());
      cells.add(plain.rendered().text());
    }
    return cells;
  }

  /** Renders the table for a monospaced font. */
  String monospaced() {
    if (padding() > MOST_PADDING + size()) {
      return String.join("\n", lines);
    }
    var text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      text.append(i == 0 ? "" : "\n").append(row(rows.get(i)));
      if (i == 0) {
        text.append('\n').append("-".repeat(Math.min(2 * WIDEST, total())));
      }
    }
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

  private long padding() {
    return (long) rows.size() * total();
  }

  private long size() {
    return 2L * lines.stream().mapToInt(String::length).sum();
  }

  /**
   * Returns the width in columns: East Asian characters and emoji take two, combining marks none.
   */
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
