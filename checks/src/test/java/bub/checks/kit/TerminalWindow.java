package bub.checks.kit;

import static bub.checks.kit.TypedClient.tree;

import bub.checks.docs.DocumentationTest;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jline.builtins.ScreenTerminal;
import tools.jackson.databind.JsonNode;

/** A program in its own terminal, with a readable screen. */
public final class TerminalWindow {
  private final ChildProcess process;
  private int columns = 80;
  private int rows = 24;

  private TerminalWindow(ChildProcess process) {
    this.process = process;
  }

  /** Starts {@code bub} there, as it is in this directory. */
  public static TerminalWindow open(Workshop workshop, String... arguments)
      throws IOException, InterruptedException {
    Path script = workshop.directory().resolve("terminal.py");
    try (InputStream source = TerminalWindow.class.getResourceAsStream("terminal.py")) {
      Files.write(script, source.readAllBytes());
    }
    DocumentationTest.bubIn(workshop.directory());
    var command = new ArrayList<>(List.of("python3", script.toString(), "80", "24"));
    command.add(workshop.directory().resolve("bub").toString());
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("BUB_"));
    builder.environment().put("TERM", "xterm-256color");
    var window = new TerminalWindow(workshop.keep(ChildProcess.start(builder)));
    window.process.awaitLine("\"pid\"");
    return window;
  }

  public void type(String keys) throws IOException {
    process.type("[\"type\", \"%s\"]".formatted(keys));
  }

  public void resize(int newColumns, int newRows) throws IOException {
    columns = newColumns;
    rows = newRows;
    process.type("[\"size\", %d, %d]".formatted(columns, rows));
  }

  public ProcessHandle program() throws IOException {
    return ProcessHandle.of(said("pid").getFirst().asLong()).orElseThrow();
  }

  /** Everything that the program has sent to the terminal. */
  public String sent() throws IOException {
    var text = new StringBuilder();
    said("text").forEach(chunk -> text.append(chunk.asString()));
    return text.toString();
  }

  /** What stands on the screen. */
  public List<String> lines() throws IOException {
    var screen = new ScreenTerminal(columns, rows);
    screen.write(sent());
    var cells = new long[columns * rows];
    screen.dump(cells, 0, 0, rows, columns, new int[2]);
    return IntStream.range(0, rows).mapToObj(row -> line(cells, row)).toList();
  }

  private String line(long[] cells, int row) {
    var line = new StringBuilder();
    for (int column = 0; column < columns; column++) {
      int point = (int) (cells[row * columns + column] & 0xFFFFFFFFL);
      line.appendCodePoint(point == 0 ? ' ' : point);
    }
    return line.toString().stripTrailing();
  }

  /** Its exit code, once it has ended. */
  public int awaitExit() throws IOException, InterruptedException {
    return tree(process.awaitLine("\"exit\"")).path("exit").asInt();
  }

  /** Whether the terminal, after the end, is in the mode that it was in. */
  public boolean isRestored() throws IOException {
    return said("restored").getFirst().asBoolean();
  }

  private List<JsonNode> said(String name) throws IOException {
    var values = new ArrayList<JsonNode>();
    for (String line : process.out().lines()) {
      if (tree(line).has(name)) {
        values.add(tree(line).path(name));
      }
    }
    return values;
  }
}
