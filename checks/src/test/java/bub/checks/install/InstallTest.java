package bub.checks.install;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.OwnUserManager;
import bub.testkit.Signals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub install} with a real systemd. */
class InstallTest {
  private static final String UNIT = "bub.service";

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void showsWhatItWouldDoAndDoesNothing() throws Exception {
    Path home = Files.createDirectory(workshop.directory().resolve("home"));

    Finished plan =
        workshop
            .program()
            .with("XDG_DATA_HOME", home.resolve("data").toString())
            .run("install", "--systemd", "--user");

    assertThat(plan.exitCode()).as(plan.err()).isZero();
    assertThat(plan.out())
        .contains("bub.jar to " + home.resolve("data/bub/bub.jar"))
        .contains("write  " + home.resolve("XDG_CONFIG_HOME/systemd/user/bub.service"))
        .contains("│ NoNewPrivileges=yes", "│ Restart=on-failure")
        .contains("run    systemctl --user enable bub.service")
        .contains("Nothing has changed yet", "--apply");
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void refusesPolitelyWithoutSystemd() throws Exception {
    Finished refused = workshop.program().run("install", "--systemd", "--user", "--apply");

    assertThat(refused.exitCode()).isEqualTo(78);
    assertThat(refused.err()).contains("systemd is not available", "bub up");
    assertThat(refused.out()).isBlank();
  }

  @Test
  void wantsToBeToldWhatToDo() throws Exception {
    assertThat(workshop.program().run("install").exitCode()).isEqualTo(64);
    assertThat(workshop.program().run("install", "--systemd", "--user", "--system").exitCode())
        .isEqualTo(64);
  }

  @Test
  void hasNothingToRemoveWhereNothingIs() throws Exception {
    Finished removed = workshop.program().run("install", "--remove", "--user", "--apply");

    assertThat(removed.exitCode()).isZero();
    assertThat(removed.out()).contains("bub is not installed");
  }

  @Test
  void aServiceRunsComesBackWhenKilledAndGoesWhenRemoved() throws Exception {
    OwnUserManager manager = workshop.keep(OwnUserManager.start());
    BubProgram bub = manager.of(workshop.program());
    Path run = workshop.directory().resolve("run");
    Path settings = Files.createDirectories(manager.configHome().resolve("bub"));
    Files.writeString(settings.resolve("environment"), "BUB_RUN_DIR=" + run + "\nBUB_PORT=0\n");

    Finished installed = bub.run("install", "--systemd", "--user", "--apply");

    assertThat(installed.exitCode()).as(installed.err()).isZero();
    assertThat(installed.out()).contains("bub.service is running");
    assertThat(manager.property(UNIT, "UnitFileState")).isEqualTo("enabled");
    long pid = Long.parseLong(manager.property(UNIT, "MainPID"));
    assertThat(Files.readString(Path.of("/proc/" + pid + "/cmdline")))
        .contains(manager.dataHome().resolve("bub/bub.jar").toString(), "-Xmx256m", "bub.aot");
    Eventually.holds(() -> assertThat(status(bub, run).out()).contains("pid " + pid));

    Signals.kill(pid);

    Eventually.holds(
        () -> {
          assertThat(manager.property(UNIT, "NRestarts")).isEqualTo("1");
          assertThat(status(bub, run).out()).contains("bub is up").doesNotContain("pid " + pid);
        });

    Finished removed = bub.run("install", "--remove", "--user", "--apply");

    assertThat(removed.exitCode()).as(removed.err()).isZero();
    assertThat(manager.property(UNIT, "LoadState")).isEqualTo("not-found");
    assertThat(run.resolve("bus.port")).doesNotExist();
    assertThat(manager.dataHome().resolve("bub")).doesNotExist();
    assertThat(run.resolve("state/lobby.db")).exists();
  }

  @Test
  void saysSoWhenTheServiceDoesNotStayUp() throws Exception {
    OwnUserManager manager = workshop.keep(OwnUserManager.start());
    BubProgram bub = manager.of(workshop.program());
    Path settings = Files.createDirectories(manager.configHome().resolve("bub"));
    Files.writeString(
        settings.resolve("environment"),
        "BUB_RUN_DIR=" + workshop.directory().resolve("run") + "\nBUB_PORT=0\nBUB_HOST=0.0.0.0\n");

    Finished installed = bub.run("install", "--systemd", "--user", "--apply");

    assertThat(installed.exitCode()).isEqualTo(1);
    assertThat(installed.err())
        .contains("does not keep running", "journalctl --user -u bub.service");
    // It refuses to start like this, so systemd does not try again.
    assertThat(manager.property(UNIT, "NRestarts")).isEqualTo("0");
    bub.run("install", "--remove", "--user", "--apply");
  }

  private static Finished status(BubProgram bub, Path run) throws Exception {
    String port = Files.readString(run.resolve("bus.port")).strip();
    return bub.run("status", "--url", "ws://127.0.0.1:" + port);
  }
}
