package bub.system.spawn;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.system.Processes;
import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentProcess;
import bub.testkit.OwnUserManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SystemdSpawnerTest {
  private static final RestartPolicy QUICK =
      new RestartPolicy(
          3,
          Duration.ofSeconds(60),
          Duration.ofMillis(100),
          Duration.ofMillis(100),
          Duration.ofMillis(500));

  @TempDir private static Path directory;
  private static Path stateDir;
  private static OwnUserManager systemd;
  private static SystemdSpawner spawner;

  private Path workspace;
  private Address agent;
  private final RecordingWatcher watcher = new RecordingWatcher();

  @BeforeAll
  static void startSystemd() throws Exception {
    stateDir = directory.resolve("state");
    systemd = OwnUserManager.start();
    spawner = open();
  }

  @AfterAll
  static void endSystemd() throws Exception {
    if (spawner != null) {
      spawner.close();
    }
    if (systemd != null) {
      systemd.close();
    }
  }

  @BeforeEach
  void setUp(TestInfo test) throws Exception {
    int number = test.getTestMethod().orElseThrow().getName().hashCode() & 0xFFFFFF;
    agent = new Address("agent:worker-t%08d".formatted(number));
    workspace = stateDir.resolve("workspaces/terminal:" + number);
    Files.createDirectories(workspace.resolve("logs"));
    Files.createDirectories(workspace.resolve("data"));
  }

  private static SystemdSpawner open() throws IOException {
    var settings =
        SpawnSettings.of(directory, stateDir)
            .withRestarts(QUICK)
            .withLimits(new UnitLimits("200M", "50%", 99))
            .withEnvironment(Map.of("OPENAI_API_KEY", "s3cret \"$x\" \\ `y`", "GREETING", "hello"));
    return SystemdSpawner.open(settings, new UserSystemd(systemd.environment()));
  }

  @AfterEach
  void tearDown() throws Exception {
    systemd.ask("systemctl", "--user", "stop", unit());
  }

  private String unit() {
    return AgentLaunch.unitOf(agent) + ".service";
  }

  private AgentLaunch launch(String script) {
    return new AgentLaunch(agent, workspace, null, List.of("/bin/sh", "-c", script));
  }

  /** Where there is a journal it would be there; a test has none. */
  private String log() throws IOException {
    Path log = workspace.resolve("logs/agent.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private String property(String name) throws IOException {
    return systemd.property(unit(), name);
  }

  @Test
  void anAgentIsAUnitWithLimits() throws Exception {
    spawner.start(launch("pwd; echo $GREETING; sleep 300"), watcher);

    ProcessMark mark = watcher.awaitStart(1);
    assertThat(property("ActiveState")).isEqualTo("active");
    assertThat(property("MainPID")).isEqualTo(String.valueOf(mark.pid()));
    assertThat(property("MemoryMax")).isEqualTo(String.valueOf(200 * 1024 * 1024));
    assertThat(property("CPUQuotaPerSecUSec")).isEqualTo("500ms");
    assertThat(property("TasksMax")).isEqualTo("99");
    assertThat(property("Restart")).isEqualTo("on-failure");
    assertThat(property("NoNewPrivileges")).isEqualTo("yes");
    await().until(() -> log().equals(workspace + "\nhello\n"));
    assertThat(spawner.logOf(launch(""))).endsWith("logs/agent.log");
  }

  @Test
  void secretsReachTheAgentAndNobodyElse() throws Exception {
    spawner.start(launch("printf '%s\\n' \"$OPENAI_API_KEY\"; sleep 300"), watcher);

    ProcessMark mark = watcher.awaitStart(1);
    await().until(() -> log().equals("s3cret \"$x\" \\ `y`\n"));
    assertThat(systemd.ask("systemctl", "--user", "show", unit())).doesNotContain("s3cret");
    assertThat(systemd.ask("systemctl", "--user", "cat", unit())).doesNotContain("s3cret");
    assertThat(Processes.commandLine(mark.pid()).toString()).doesNotContain("s3cret");
  }

  @Test
  void anAgentThatIsKilledIsStartedAgain() throws Exception {
    spawner.start(launch("echo run; sleep 300"), watcher);
    ProcessMark first = watcher.awaitStart(1);
    await().until(() -> log().equals("run\n"));

    Processes.kill(ProcessHandle.of(first.pid()).orElseThrow());

    ProcessMark second = watcher.awaitStart(2);
    assertThat(second).isNotEqualTo(first);
    assertThat(Processes.isAlive(second.pid())).isTrue();
    assertThat(watcher.failures()).hasSize(1);
    assertThat(property("NRestarts")).isEqualTo("1");
    await().until(() -> log().equals("run\nrun\n"));
  }

  @Test
  void anAgentThatKeepsFailingIsGivenUpAndItsNameIsFree() throws Exception {
    spawner.start(launch("exit 5"), watcher);

    assertThat(watcher.awaitEnd())
        .isInstanceOf(AgentEnding.GivenUp.class)
        .extracting(AgentEnding::words)
        .asString()
        .contains("exit code 5");
    assertThat(property("LoadState")).isEqualTo("not-found");

    var second = new RecordingWatcher();
    spawner.start(launch("sleep 300"), second);
    second.awaitStart(1);
  }

  @Test
  void anAgentThatEndsInOrderStaysDown() throws Exception {
    spawner.start(launch("sleep 0.1; exit 143"), watcher);

    assertThat(watcher.awaitEnd()).isInstanceOf(AgentEnding.Finished.class);
    assertThat(watcher.failures()).isEmpty();
  }

  @Test
  void stoppingEndsEverythingInTheUnit() throws Exception {
    AgentProcess process =
        spawner.start(
            launch("trap '' TERM; (setsid sh -c 'echo $$; sleep 300' &); sleep 300"), watcher);
    ProcessMark leader = watcher.awaitStart(1);
    await().until(() -> log().endsWith("\n"));
    long orphan = Long.parseLong(log().strip());
    assertThat(Processes.isAlive(orphan)).isTrue();
    assertThat(process.residentBytes()).isPositive();

    process.stop();

    assertThat(watcher.endings()).containsExactly(new AgentEnding.Asked());
    assertThat(Processes.isAlive(leader.pid())).isFalse();
    assertThat(Processes.isAlive(orphan)).isFalse();
    assertThat(property("LoadState")).isEqualTo("not-found");
  }

  @Test
  void aUnitOutlivesItsSpawnerAndIsAdoptedByItsName() throws Exception {
    AgentLaunch launch = launch("sleep 300");
    ProcessMark mark;
    try (SystemdSpawner first = open()) {
      first.start(launch, watcher);
      mark = watcher.awaitStart(1);
    }

    var second = new RecordingWatcher();
    try (SystemdSpawner next = open()) {
      AgentProcess adopted = requireNonNull(next.adopt(launch, null, second));
      assertThat(second.awaitStart(1)).isEqualTo(mark);
      adopted.stop();
      assertThat(second.awaitEnd()).isEqualTo(new AgentEnding.Asked());
      assertThat(next.adopt(launch, mark, second)).isNull();
    }
    assertThat(watcher.endings()).isEmpty();
  }

  @Test
  void anAgentSeesItsOwnWorkspaceOnly() throws Exception {
    Path other = Files.createDirectories(stateDir.resolve("workspaces/terminal:2/data"));
    Files.writeString(other.resolve("diary"), "private");
    Files.writeString(stateDir.resolve("tokens.json"), "private");
    String script =
        """
        echo mine > data/file && echo wrote
        cat %s/tokens.json 2>/dev/null || echo no tokens
        cat %s/diary 2>/dev/null || echo no diary
        (echo x > logs/agent.log) 2>/dev/null || echo no log
        touch /usr/x 2>/dev/null || echo no usr
        sleep 300
        """
            .formatted(stateDir, other);
    spawner.start(launch(script), watcher);

    await().until(() -> log().contains("no usr"));
    assertThat(log()).isEqualTo("wrote\nno tokens\nno diary\nno log\nno usr\n");
    assertThat(workspace.resolve("data/file")).hasContent("mine");
  }

  @Test
  void anAgentSeesNoSecretsOfItsUser() throws Exception {
    Path home = Files.createDirectories(directory.resolve("home of somebody"));
    Files.createDirectory(home.resolve(".ssh"));
    Files.writeString(home.resolve(".ssh/id"), "private");
    Files.writeString(home.resolve(".netrc"), "private");
    Files.writeString(home.resolve("notes"), "public\n");
    String before = System.setProperty("user.home", home.toString());
    try {
      spawner.start(
          launch("cd '%s'; cat .ssh/id .netrc notes; sleep 300".formatted(home)), watcher);
    } finally {
      System.setProperty("user.home", before);
    }

    await().until(() -> log().contains("public"));
    assertThat(log()).doesNotContain("private");
  }

  @Test
  void theProbeTriesWhatAnAgentGetsAndLeavesNothing() throws Exception {
    var settings = SpawnSettings.of(directory, stateDir);

    List<String> missing =
        SandboxProbe.missingProtections(settings, new UserSystemd(systemd.environment()));

    assertThat(missing).doesNotContain("NoNewPrivileges=yes", "UMask=0077");
    spawner.start(launch("sleep 300"), watcher);
    watcher.awaitStart(1);
    assertThat(property("ProtectSystem"))
        .isEqualTo(missing.contains("ProtectSystem=strict") ? "no" : "strict");
    try (Stream<Path> files = Files.list(stateDir)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith(".probe"));
    }
  }

  @Test
  void aManagerIsFoundInItsUsualPlaceWhereItListens() throws Exception {
    Path runtime = Path.of(requireNonNull(systemd.environment().get("XDG_RUNTIME_DIR")));

    assertThat(SystemdSpawner.isAvailable(UserSystemd.listeningIn(runtime))).isTrue();
    assertThat(UserSystemd.listeningIn(directory).environment()).isEmpty();
  }

  @Test
  void theSandboxIsStrongByItsOwnMeasure() throws Exception {
    spawner.start(launch("sleep 300"), watcher);

    String verdict = systemd.ask("systemd-analyze", "--user", "--no-pager", "security", unit());

    Matcher level = Pattern.compile("exposure level for .*: ([0-9.]+)").matcher(verdict);
    assertThat(level.find()).as(verdict).isTrue();
    assertThat(Double.parseDouble(level.group(1))).isLessThanOrEqualTo(1.9);
  }
}
