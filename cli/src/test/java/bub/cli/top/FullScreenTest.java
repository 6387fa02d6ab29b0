package bub.cli.top;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.client.ClientState;
import bub.console.view.BusViews.HealthSample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bub top} sets up and restores the terminal. */
class FullScreenTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String OTHER_SCREEN = "\u001b[?1049h";
  private static final String NORMAL_SCREEN = "\u001b[?1049l";

  private final StringWriter shown = new StringWriter();
  private LineDisciplineTerminal terminal;
  private FullScreen screen;

  @BeforeEach
  void open() throws IOException {
    terminal = new LineDisciplineTerminal("test", "xterm", new ByteArrayOutputStream(), UTF_8);
    terminal.setSize(new Size(48, 10));
    screen = new FullScreen(terminal, new PrintWriter(shown), false);
  }

  @AfterEach
  void close() throws IOException {
    terminal.close();
  }

  private void press(String keys) throws IOException {
    terminal.processInputBytes(keys.getBytes(UTF_8));
  }

  @Test
  void takesTheTerminalAndGivesItBackOnce() {
    assertThat(shown.toString()).contains(OTHER_SCREEN, "\u001b[?25l");
    assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ECHO)).isFalse();
    assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ISIG)).isFalse();

    screen.close();
    screen.close();
    screen.show(List.of(new AttributedString("too late")));

    assertThat(shown.toString())
        .contains("\u001b[?25h")
        .containsOnlyOnce(NORMAL_SCREEN)
        .doesNotContain("too late");
    assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ECHO)).isTrue();
    assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ISIG)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "q, QUIT",
    "'\u001b', QUIT",
    "'\u0003', QUIT",
    "p, PAUSE",
    "s, SORT",
    "x, NONE",
    "'\u001b[A', NONE",
    "'\u001bOP', NONE",
    "'\u001a', NONE"
  })
  void knowsKeys(String pressed, FullScreen.Key key) throws IOException {
    press(pressed);
    assertThat(screen.key(TIMEOUT)).isEqualTo(key);
  }

  @Test
  void drawsUntilSomebodyLeaves() throws Exception {
    HealthSample sample = Glances.health(7, Map.of(), null);
    var top = new LiveTop(screen, () -> sample, health -> Glances.of(health));
    press("spq");
    assertThat(top.run(() -> new ClientState.Connected("bus-1a2b3c"))).isNull();
    assertThat(shown.toString())
        .contains("bus-1a2b3c  up 2 h 5 min", "sort: busiest first", "sort: by name", "paused");
  }

  @Test
  void endsWhenTheBusIsGoneForGood() throws Exception {
    var top = new LiveTop(screen, () -> null, health -> Glances.of(health));
    assertThat(top.run(() -> new ClientState.Stopped("the token was revoked")))
        .isEqualTo("the token was revoked");
  }
}
