package bub.cli.screen;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.ProgramName;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Output of a command for people, with colours on a terminal only and no control characters. */
public final class Screen {
  private static final String RESET = "\u001b[0m";

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean terminal;
  private final boolean coloured;
  private final ProgramName program = ProgramName.current();

  public Screen(PrintWriter out, PrintWriter err, boolean terminal, boolean coloured) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.coloured = coloured;
  }

  @SuppressWarnings(
      "SystemConsoleNull") // never null; one of the two checkers here does not know that
  public static Screen standard() {
    Console console = System.console();
    boolean terminal = console != null && console.isTerminal();
    return new Screen(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        terminal,
        terminal && System.getenv("NO_COLOR") == null);
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), UTF_8), true);
  }

  public boolean isTerminal() {
    return terminal;
  }

  public boolean isColoured() {
    return coloured;
  }

  public void line(String text) {
    out.println(text);
    out.flush();
  }

  public void problem(String text) {
    err.println(red(safe(runnable(text))));
  }

  public void hint(String text) {
    err.println("  " + safe(runnable(text)));
  }

  /** Returns the text with commands that the user can paste, under the name of this program. */
  public String runnable(String text) {
    return program.in(text);
  }

  /** Prints to standard error, apart from output that a program may read. */
  public void remark(String text) {
    err.println(dim(safe(text)));
  }

  public String bold(String text) {
    return paint("\u001b[1m", text);
  }

  public String dim(String text) {
    return paint("\u001b[2m", text);
  }

  public String green(String text) {
    return paint("\u001b[32m", text);
  }

  public String red(String text) {
    return paint("\u001b[31m", text);
  }

  private String paint(String colour, String text) {
    return coloured ? colour + text + RESET : text;
  }

  /**
   * Escapes control characters and anything that reverses or hides text, even joiners: two
   * different names must never look the same here.
   */
  static String safe(String text) {
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

  /** Same as {@link #safe}, on one line. */
  public static String oneLine(String text) {
    return safe(text.replace("\n", "\\n").replace("\t", "\\t"));
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

  public PrintWriter writer() {
    return out;
  }

  public PrintWriter errorWriter() {
    return err;
  }

  public ColorScheme helpColours() {
    return Help.defaultColorScheme(coloured ? Ansi.ON : Ansi.OFF);
  }
}
