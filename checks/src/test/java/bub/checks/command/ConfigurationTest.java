package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Precedence of options: flags, then variables, then the config file. */
class ConfigurationTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aFlagWinsOverAVariableAndAVariableOverTheFile() throws Exception {
    Path config = config("bus-url = ws://127.0.0.1:1");
    BubProgram program = workshop.program();

    assertThat(status(program, "--config", config.toString())).contains("ws://127.0.0.1:1:");
    BubProgram withVariable = program.with("BUB_BUS_URL", "ws://127.0.0.1:2");
    assertThat(status(withVariable, "--config", config.toString())).contains("ws://127.0.0.1:2:");
    assertThat(status(withVariable, "--config", config.toString(), "--url", "ws://127.0.0.1:3"))
        .contains("ws://127.0.0.1:3:");
  }

  @Test
  void theUsersOwnFileIsReadWithoutBeingNamed() throws Exception {
    Path home = workshop.directory().resolve("home");
    Path own = home.resolve("XDG_CONFIG_HOME").resolve("bub").resolve("config");
    Files.createDirectories(own.getParent());
    Files.writeString(own, "# mine\n\nbus-url = ws://127.0.0.1:4\n");

    assertThat(status(workshop.program())).contains("ws://127.0.0.1:4:");
  }

  @Test
  void aBusTakesItsOptionsFromTheFile() throws Exception {
    Path config =
        config(
            "port = 0\nrun-dir = "
                + workshop.directory().resolve("elsewhere")
                + "\nactivity-log = off");

    ChildProcess bus = workshop.start("bus", "serve", "--config=" + config);

    bus.awaitLine("bub bus ready");
    assertThat(workshop.directory().resolve("elsewhere").resolve("bus.pid")).exists();
    assertThat(workshop.directory().resolve("elsewhere/state/activity.db")).doesNotExist();
  }

  @Test
  void aWrongLineIsNamedByItsNumber() throws Exception {
    Path config = config("# fine\nport = 0\nprot = 1\n");

    Finished refused = workshop.program().run("bus", "serve", "--config", config.toString());

    assertThat(refused.exitCode()).isEqualTo(78);
    assertThat(refused.err()).contains(config + ", line 3").contains("prot = 1");
  }

  @Test
  void aFileThatIsMissingIsSaidToBe() throws Exception {
    Finished refused = workshop.program().run("bus", "status", "--config", "/does/not/exist");

    assertThat(refused.exitCode()).isEqualTo(64);
    assertThat(refused.err()).contains("/does/not/exist");
  }

  @Test
  void aValueThatIsNoneIsRefusedWithTheOptionsName() throws Exception {
    Finished refused = workshop.program().with("BUB_PORT", "many").run("bus", "serve");

    assertThat(refused.exitCode()).isEqualTo(64);
    assertThat(refused.err()).contains("--port").contains("many");
  }

  private Path config(String text) throws IOException {
    return Files.writeString(workshop.directory().resolve("config"), text);
  }

  /** What {@code bub bus status} says where no bus is. */
  private static String status(BubProgram program, String... options) throws Exception {
    String[] command = new String[options.length + 2];
    command[0] = "bus";
    command[1] = "status";
    System.arraycopy(options, 0, command, 2, options.length);
    Finished status = program.run(command);
    assertThat(status.exitCode()).isEqualTo(69);
    return status.err();
  }
}
