package bub.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.screen.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Secrets of services for {@code bub hooks add}. */
@Timeout(60)
class HooksAddCommandTest {
  @TempDir Path state;
  private final StringWriter err = new StringWriter();

  private boolean adds(Path secret) {
    var screen = new Screen(new PrintWriter(err), new PrintWriter(err, true), false, false);
    var command = new CommandLine(new HooksAddCommand(screen));
    command.setExecutionExceptionHandler(
        (failed, _, _) -> {
          err.append(failed.getMessage());
          return 1;
        });
    return command.execute(
            "alarm",
            "--to=agent:ops",
            "--secret-file=" + secret,
            "--state-dir=" + state,
            "--run-dir=" + state)
        == 0;
  }

  @Test
  void takesTheSecretOfAService() throws Exception {
    Path file = Files.writeString(state.resolve("secret"), "secret of a service\n");
    assertThat(adds(file)).as(err.toString()).isTrue();
    assertThat(Files.readString(state.resolve("hooks.json"))).contains("\"secret of a service\"");
  }

  @Test
  void refusesAFileWithoutAnEnd() {
    assertThat(adds(Path.of("/dev/zero"))).isFalse();
    assertThat(err.toString()).contains("secret", "512 characters");
    assertThat(state.resolve("hooks.json")).doesNotExist();
  }
}
