package bub.cli.top;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Width of the terminal, for commands that print lines and do not take over the screen. */
public final class TerminalWidth {
  private static final int USUAL = 80;

  private TerminalWidth() {}

  public static int columns() {
    try (Terminal terminal =
        TerminalBuilder.builder()
            .system(true)
            .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
            .dumb(true)
            .nativeSignals(false)
            .encoding(UTF_8)
            .build()) {
      int columns = terminal.getWidth();
      return columns > 0 ? columns : USUAL;
    } catch (IOException unknown) {
      return USUAL;
    }
  }
}
