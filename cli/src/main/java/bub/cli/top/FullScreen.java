package bub.cli.top;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOError;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Full-screen mode of a terminal. A shutdown thread may close it while another thread draws. */
public final class FullScreen implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FullScreen.class);
  private static final Size USUAL_SIZE = new Size(80, 24);
  private static final int ESCAPE = 0x1b;
  private static final long REST_OF_KEY_MILLIS = 50;

  private final Terminal terminal;
  private final PrintWriter out;
  private final boolean coloured;
  private final Attributes before;
  private Size size = USUAL_SIZE;
  private volatile boolean isSizeOld = true;
  // Guarded by this.
  private boolean isBack;

  FullScreen(Terminal terminal, PrintWriter out, boolean coloured) {
    this.terminal = terminal;
    this.out = out;
    this.coloured = coloured;
    this.before = terminal.enterRawMode();
    // Ctrl-C and Ctrl-Z are keys, so that stopping the program never leaves this screen behind.
    Attributes keys = terminal.getAttributes();
    keys.setLocalFlag(LocalFlag.ISIG, false);
    terminal.setAttributes(keys);
    out.print(code(Capability.enter_ca_mode) + code(Capability.cursor_invisible));
    out.flush();
  }

  /** Returns null when the terminal does not support full-screen mode. */
  public static @Nullable FullScreen open(PrintWriter out, boolean coloured) throws IOException {
    Terminal terminal =
        TerminalBuilder.builder()
            .system(true)
            // The other providers lose the line speed and restore one that hangs up the line.
            .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
            .dumb(true)
            .nativeSignals(false) // the program handles signals itself
            .encoding(UTF_8)
            .build();
    if (terminal.getType().startsWith(Terminal.TYPE_DUMB)
        || terminal.getStringCapability(Capability.cursor_address) == null) {
      terminal.close();
      return null;
    }
    var screen = new FullScreen(terminal, out, coloured);
    Signals.register("WINCH", () -> screen.isSizeOld = true);
    return screen;
  }

  /** Queries the size only after a change, because each query starts a process. */
  Size size() {
    if (isSizeOld) {
      isSizeOld = false;
      Size told = terminal.getSize();
      // A serial line, for example, has no known size.
      size = told.getColumns() > 0 && told.getRows() > 0 ? told : USUAL_SIZE;
    }
    return size;
  }

  public int columns() {
    return size().getColumns();
  }

  public int rows() {
    return size().getRows();
  }

  /** Shows lines that may have ANSI colours, from the first row, and clears all other rows. */
  public void showText(List<String> lines) {
    var all = new ArrayList<AttributedString>(rows());
    lines.stream().limit(rows()).map(AttributedString::fromAnsi).forEach(all::add);
    while (all.size() < rows()) {
      all.add(AttributedString.EMPTY);
    }
    show(all);
  }

  synchronized void show(List<AttributedString> lines) {
    if (isBack) {
      return;
    }
    var text = new StringBuilder();
    for (int row = 0; row < lines.size(); row++) {
      AttributedString line = lines.get(row);
      // Clear first: after a full line the cursor still stands on its last character.
      text.append(code(Capability.cursor_address, row, 0)).append(code(Capability.clr_eol));
      text.append(coloured ? line.toAnsi(terminal) : line.toString());
    }
    out.print(text);
    out.flush();
  }

  public Key key(Duration atMost) throws IOException {
    NonBlockingReader keys = terminal.reader();
    int character = keys.read(atMost.toMillis());
    if (character == NonBlockingReader.EOF) {
      return Key.QUIT;
    }
    if (character != ESCAPE) {
      return Key.of(character);
    }
    // A single escape means quit; usually it starts the sequence of an arrow or function key.
    boolean isAlone = true;
    while (keys.read(REST_OF_KEY_MILLIS) >= 0) {
      isAlone = false;
    }
    return isAlone ? Key.QUIT : Key.NONE;
  }

  private String code(Capability capability, Object... parameters) {
    String code = terminal.getStringCapability(capability);
    return code == null ? "" : Curses.tputs(code, parameters);
  }

  /** Further calls do nothing. */
  @Override
  public synchronized void close() {
    if (isBack) {
      return;
    }
    isBack = true;
    out.print(code(Capability.exit_ca_mode) + code(Capability.cursor_normal));
    out.flush();
    try {
      terminal.setAttributes(before);
    } catch (IOError | IllegalStateException gone) {
      // The terminal hung up, or the library restored it first at the end of the process.
      LOG.debug("The terminal is gone", gone);
    }
  }

  public enum Key {
    QUIT,
    PAUSE,
    SORT,
    /** No key, or one without a meaning here. */
    NONE;

    private static final int CTRL_C = 3;
    private static final int CTRL_D = 4;

    static Key of(int character) {
      return switch (character) {
        case 'q', 'Q', CTRL_C, CTRL_D -> QUIT;
        case 'p', 'P', ' ' -> PAUSE;
        case 's', 'S' -> SORT;
        default -> NONE;
      };
    }
  }
}
