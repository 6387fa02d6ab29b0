package bub.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Table of plain text: first column left-aligned, numbers right-aligned. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> lines = new ArrayList<>();

  public TextTable(String... headings) {
    lines.add(List.of(headings));
  }

  public void row(String... cells) {
    if (cells.length != lines.getFirst().size()) {
      throw new IllegalArgumentException(cells.length + " cells do not match the headings");
    }
    lines.add(List.of(cells));
  }

  void remark(String name, String words) {
    lines.add(List.of(name, words));
  }

  @Override
  public String toString() {
    List<Integer> widths =
        IntStream.range(0, lines.getFirst().size()).mapToObj(this::width).toList();
    List<String> rendered =
        new ArrayList<>(lines.stream().map(line -> render(line, widths)).toList());
    rendered.add(1, widths.stream().map("-"::repeat).collect(Collectors.joining(GAP)));
    return String.join("\n", rendered);
  }

  private int width(int column) {
    return lines.stream()
        .filter(line -> column == 0 || line.size() == lines.getFirst().size())
        .mapToInt(line -> line.get(column).length())
        .max()
        .orElse(0);
  }

  private String render(List<String> line, List<Integer> widths) {
    String first = line.getFirst() + " ".repeat(widths.getFirst() - line.getFirst().length());
    if (line.size() < widths.size()) {
      return first + GAP + line.get(1);
    }
    return first
        + IntStream.range(1, line.size())
            .mapToObj(i -> GAP + " ".repeat(widths.get(i) - line.get(i).length()) + line.get(i))
            .collect(Collectors.joining());
  }
}
