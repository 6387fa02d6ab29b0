package bub.cli.trace;

import bub.cli.screen.Screen;
import bub.cli.top.TerminalCells;
import java.util.function.UnaryOperator;

/** Line of coloured texts that ends at the edge of the terminal; colours take no columns. */
final class StyledLine {
  private final StringBuilder line = new StringBuilder();
  private int left;

  StyledLine(int columns) {
    this.left = columns;
  }

  /** Adds untrusted text in safe form, cut where the line ends. */
  StyledLine add(String text, UnaryOperator<String> style) {
    // The column count of a very long text takes long, and most of it is not shown.
    String shown = left == Integer.MAX_VALUE ? Screen.oneLine(text) : TerminalCells.fit(text, left);
    if (!shown.isEmpty()) {
      line.append(style.apply(shown));
      left -= left == Integer.MAX_VALUE ? 0 : TerminalCells.width(shown);
    }
    return this;
  }

  StyledLine add(String text) {
    return add(text, UnaryOperator.identity());
  }

  /** Adds two spaces and the text, unless it is empty. */
  StyledLine part(String text, UnaryOperator<String> style) {
    return text.isEmpty() ? this : add("  ").add(text, style);
  }

  StyledLine part(String text) {
    return part(text, UnaryOperator.identity());
  }

  @Override
  public String toString() {
    return line.toString().stripTrailing();
  }
}
