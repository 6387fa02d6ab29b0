package bub.channel.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jline.builtins.ScreenTerminal;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;

/** A terminal with a readable screen and scripted keys. */
final class FakeTerminal implements AutoCloseable {
  static final String ENTER = "\r";
  static final String ALT_ENTER = "\u001b\r";
  static final String CTRL_C = "\u0003";
  static final String CTRL_D = "\u0004";
  static final String UP = "\u001bOA";

  private static final int COLUMNS = 80;
  private static final int ROWS = 24;

  private final ScreenTerminal screen = new ScreenTerminal(COLUMNS, ROWS);
  private final LineDisciplineTerminal terminal;

  FakeTerminal(String type) throws IOException {
    terminal = new LineDisciplineTerminal("test", type, new Tube(), UTF_8);
    terminal.setSize(new Size(COLUMNS, ROWS));
  }

  LineDisciplineTerminal terminal() {
    return terminal;
  }

  void press(String keys) throws IOException {
    terminal.processInputBytes(keys.getBytes(UTF_8));
  }

  /** What stands on the screen, without the empty lines. */
  List<String> lines() {
    var cells = new long[COLUMNS * ROWS];
    screen.dump(cells, 0, 0, ROWS, COLUMNS, new int[2]);
    return Stream.iterate(0, row -> row < ROWS, row -> row + 1)
        .map(row -> line(cells, row))
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static String line(long[] cells, int row) {
    var line = new StringBuilder();
    for (int column = 0; column < COLUMNS; column++) {
      int point = (int) (cells[row * COLUMNS + column] & 0xFFFFFFFFL);
      line.appendCodePoint(point == 0 ? ' ' : point);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    terminal.close();
  }

  /** Copies output to the screen, in whole characters. */
  private final class Tube extends ByteArrayOutputStream {
    @Override
    public synchronized void flush() {
      screen.write(toString(UTF_8));
      reset();
    }
  }
}
