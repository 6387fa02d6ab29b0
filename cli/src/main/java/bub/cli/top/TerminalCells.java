package bub.cli.top;

import bub.cli.screen.Screen;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Text fitted into terminal columns, where some characters are wider than others. */
public final class TerminalCells {
  static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  static final AttributedStyle BOLD = PLAIN.bold();
  static final AttributedStyle FAINT = PLAIN.faint();
  static final AttributedStyle GOOD = PLAIN.foreground(AttributedStyle.GREEN);
  static final AttributedStyle BUSY = BOLD.foreground(AttributedStyle.YELLOW);
  static final AttributedStyle BAD = BOLD.foreground(AttributedStyle.RED);

  private static final String CUT = "…";

  private TerminalCells() {}

  /** Returns untrusted text in safe form, in exactly this many columns. */
  public static String left(String text, int columns) {
    String shown = fit(text, columns);
    return shown + gap(shown, columns);
  }

  public static String right(String text, int columns) {
    String shown = fit(text, columns);
    return gap(shown, columns) + shown;
  }

  /** Returns untrusted text in safe form, in at most this many columns. */
  public static String fit(String text, int columns) {
    return cut(new AttributedString(Screen.oneLine(text)), columns).toString();
  }

  public static int width(String text) {
    return new AttributedString(text).columnLength();
  }

  private static String gap(String shown, int columns) {
    return " ".repeat(Math.max(0, columns - width(shown)));
  }

  static AttributedString cut(AttributedString line, int columns) {
    if (line.columnLength() <= columns) {
      return line;
    }
    var cut = new AttributedStringBuilder();
    return columns <= 0
        ? cut.toAttributedString()
        : cut.append(line.columnSubSequence(0, columns - 1)).append(CUT).toAttributedString();
  }
}
