package bub.cli.install;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.cli.install.InstallCommand.ServiceState;
import bub.cli.install.Installation.InstallLayout;
import bub.cli.machine.ExternalProgram;
import bub.cli.machine.SystemdControl;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstallationTest {
  private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");
  private static final Instant BUILT = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path root = Path.of("");
  private Path jar = Path.of("");

  @BeforeEach
  void aJar() throws IOException {
    jar = Files.writeString(root.resolve("built.jar"), "jar");
    Files.setLastModifiedTime(jar, FileTime.from(BUILT));
  }

  @Test
  void putsTheProgramWhereEverybodyCanReadIt() throws Exception {
    Path cache = Files.writeString(root.resolve("built.aot"), "cache");
    var layout = layout(SystemdControl.USER);

    takeFiles(new Installation(layout).begin(program(cache)));

    assertThat(layout.jar()).hasContent("jar");
    assertThat(Files.getLastModifiedTime(layout.jar()).toInstant()).isEqualTo(BUILT);
    assertThat(layout.cache()).hasContent("cache");
    assertThat(mode(layout.jar())).isEqualTo("rw-r--r--");
    assertThat(mode(layout.script())).isEqualTo("rwxr-xr-x");
    assertThat(mode(layout.unit())).isEqualTo("rw-r--r--");
    assertThat(mode(layout.program())).isEqualTo("rwxr-xr-x");
    assertThat(layout.unit()).content().contains("ExecStart=" + layout.script() + " up\n");
  }

  @Test
  void leavesNothingBehindExceptWhatBubKnows() throws Exception {
    var layout = layout(SystemdControl.SYSTEM);
    var installation = new Installation(layout);
    takeFiles(installation.begin(program(null)));
    assertThat(layout.users()).isNotEmptyDirectory();

    takeFiles(installation.end());

    assertThat(layout.program()).doesNotExist();
    assertThat(layout.units()).isEmptyDirectory();
    assertThat(layout.users()).isEmptyDirectory();
  }

  @Test
  void doesItInAnOrderThatWorks() {
    List<String> commands =
        new Installation(layout(SystemdControl.USER))
            .begin(program(null)).stream()
                .filter(InstallStep.Run.class::isInstance)
                .map(InstallStep::words)
                .toList();

    assertThat(commands)
        .containsExactly(
            "run    systemctl --user daemon-reload",
            "run    systemctl --user enable bub.service",
            "run    systemctl --user restart bub.service");
  }

  @Test
  void theScriptRunsTheProgramAsItRanHere() throws Exception {
    var layout = layout(SystemdControl.USER);
    Path fakeJava = script(root.resolve("it's java"), "printf '%s\\n' \"$@\"");
    var program =
        ProgramFiles.of(
            fakeJava, jar, List.of("-XX:+UseSerialGC", "-Xmx99m", "-Dx=y", "-agentlib:jdwp"));
    takeFiles(new Installation(layout).begin(program));

    ExternalProgram.Finished said =
        ExternalProgram.glance(List.of(layout.script().toString(), "up", "a b"));

    assertThat(said.output().lines())
        .containsExactly(
            "-XX:+UseSerialGC", "-Xmx99m", "-jar", layout.jar().toString(), "up", "a b");
  }

  @Test
  void aCacheThatIsGoneIsNotTakenAlong() {
    var program = ProgramFiles.of(Path.of("/java"), jar, List.of("-XX:AOTCache=/no/such.aot"));

    assertThat(program.cache()).isNull();
    assertThat(program.options()).isEmpty();
    assertThat(program.heap()).isEqualTo("-Xmx256m");
  }

  @ParameterizedTest
  @EnumSource(SystemdControl.class)
  void systemdFindsNothingWrongWithTheUnit(SystemdControl manager) throws Exception {
    assumeTrue(Files.isExecutable(ANALYZE));
    Path unit = runnableUnit(manager);
    String scope = manager == SystemdControl.USER ? "--user" : "--system";

    ExternalProgram.Finished verified = analyze(scope, "verify", unit.toString());

    assertThat(verified.output()).doesNotContain("bub.service:");
    assertThat(verified.code()).as(verified.output()).isZero();
  }

  @Test
  void theSystemUnitExposesNextToNothing() throws Exception {
    assumeTrue(Files.isExecutable(ANALYZE));

    ExternalProgram.Finished judged =
        analyze(
            "security",
            "--offline=true",
            "--threshold=15",
            runnableUnit(SystemdControl.SYSTEM).toString());

    assertThat(judged.code()).as(judged.output()).isZero();
  }

  /** With its own run directory: it must not meet this user's. */
  private ExternalProgram.Finished analyze(String... words) throws Exception {
    var command = new ArrayList<>(List.of("env", "XDG_RUNTIME_DIR=" + root, ANALYZE + ""));
    command.addAll(List.of(words));
    return ExternalProgram.run(command);
  }

  private Path runnableUnit(SystemdControl manager) throws Exception {
    var layout = layout(manager);
    takeFiles(new Installation(layout).begin(program(null)));
    return layout.unit();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/home/ada/jdk/bin/java", "/root/.sdkman/java/bin/java", "/tmp/java"})
  void theServiceMustSeeItsJava(String java) {
    assertThat(InstallObstacle.toRun(SystemdControl.SYSTEM, Path.of(java))).isNotNull();
    assertThat(InstallObstacle.toRun(SystemdControl.USER, Path.of(java))).isNull();
    assertThat(InstallObstacle.toRun(SystemdControl.SYSTEM, Path.of("/usr/lib/jvm/25/bin/java")))
        .isNull();
  }

  @Test
  void aServiceIsUpWhenItListensAndNotSooner() throws IOException {
    String pid = String.valueOf(ProcessHandle.current().pid());
    try (var _ = new ServerSocket(0)) {
      assertThat(condition("active", "running", pid)).isEqualTo(ServiceState.UP);
    }
    assertThat(condition("active", "running", "99999999")).isEqualTo(ServiceState.STARTING);
    assertThat(condition("activating", "start", "0")).isEqualTo(ServiceState.STARTING);
    assertThat(condition("activating", "auto-restart", "0")).isEqualTo(ServiceState.FAILED);
    assertThat(condition("failed", "failed", "0")).isEqualTo(ServiceState.FAILED);
    assertThat(condition("inactive", "dead", "0")).isEqualTo(ServiceState.FAILED);
  }

  private static ServiceState condition(String active, String sub, String pid) {
    return ServiceState.judge(Map.of("ActiveState", active, "SubState", sub, "MainPID", pid));
  }

  @Test
  void onlyRootInstallsForTheMachine() throws Exception {
    InstallObstacle obstacle = requireNonNull(InstallObstacle.to(SystemdControl.SYSTEM, "ada"));

    assertThat(obstacle.remedies()).anyMatch(remedy -> remedy.contains("sudo"));
  }

  @Test
  void withoutSystemdNothingThatNeedsItIsSuggested() {
    InstallObstacle obstacle = InstallObstacle.withoutSystemd(SystemdControl.SYSTEM, "root");

    assertThat(obstacle.remedies()).containsExactly("Run bub yourself:  bub up");
  }

  @Test
  void aUsersFilesAreWhereTheUserKeepsThem() {
    Path home = Path.of("/home/ada");
    assertThat(InstallLayout.ofUser(home, _ -> null).unit())
        .hasToString("/home/ada/.config/systemd/user/bub.service");
    Map<String, @Nullable String> moved = Map.of("XDG_CONFIG_HOME", "/c", "XDG_DATA_HOME", "/d");
    assertThat(InstallLayout.ofUser(home, moved::get).unit())
        .hasToString("/c/systemd/user/bub.service");
    assertThat(InstallLayout.ofUser(home, moved::get).program()).hasToString("/d/bub");
  }

  @Test
  void aStepThatFailsSaysWhatTheProgramSaid() {
    var step = new InstallStep.Run(List.of("sh", "-c", "echo no such unit; exit 5"));

    assertThatThrownBy(step::take)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no such unit");
  }

  private InstallLayout layout(SystemdControl manager) {
    return new InstallLayout(
        manager,
        root.resolve("units"),
        root.resolve("lib/bub"),
        manager == SystemdControl.SYSTEM ? root.resolve("users") : null);
  }

  private ProgramFiles program(@Nullable Path cache) {
    return new ProgramFiles(Path.of("/usr/bin/java"), List.of(), "-Xmx256m", jar, cache);
  }

  private static void takeFiles(List<InstallStep> steps) throws Exception {
    for (InstallStep step : steps) {
      if (!(step instanceof InstallStep.Run || step instanceof InstallStep.Attempt)) {
        step.take();
      }
    }
  }

  private static Path script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
