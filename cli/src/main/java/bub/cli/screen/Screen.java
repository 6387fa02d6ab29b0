package bub.cli.screen;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cli.machine.SafeText;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** What a command says to people: UTF-8, coloured only on a terminal, and safe to look at. */
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
      "SystemConsoleNull") // never null, but one checker here knows it and one does not
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

  /** Whether a person types and reads here. */
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

  /** A text of ours that names commands, written so that the person here can paste them. */
  public String runnable(String text) {
    return program.in(text);
  }

  /** Beside what a program may read from standard output. */
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

  /** Text from the bus as it may be shown, with its line breaks. */
  static String safe(String text) {
    return SafeText.lines(text);
  }

  /** As {@link #safe}, on one line. */
  public static String oneLine(String text) {
    return SafeText.line(text);
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
