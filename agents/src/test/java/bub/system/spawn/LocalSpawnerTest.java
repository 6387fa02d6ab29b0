package bub.system.spawn;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.system.Processes;
import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSpawnerTest {
  // A process is found by its command line, so each test needs a name of its own.
  private static final AtomicInteger AGENTS = new AtomicInteger();
  private static final RestartPolicy QUICK =
      new RestartPolicy(
          3,
          Duration.ofSeconds(60),
          Duration.ofMillis(20),
          Duration.ofMillis(100),
          Duration.ofMillis(500));

  private final Address agent =
      new Address("agent:worker-" + ProcessHandle.current().pid() + "-" + AGENTS.incrementAndGet());
  @TempDir private Path directory;
  private Path workspace;
  private SpawnSettings settings;
  private LocalSpawner spawner;
  private final RecordingWatcher watcher = new RecordingWatcher();

  @BeforeEach
  void setUp() throws Exception {
    workspace = Files.createDirectory(directory.resolve("terminal:1"));
    Files.createDirectory(workspace.resolve("logs"));
    settings =
        SpawnSettings.of(directory, directory)
            .withRestarts(QUICK)
            .withEnvironment(Map.of("PATH", "/usr/bin:/bin", "GREETING", "good day"));
    spawner = new LocalSpawner(settings);
  }

  @AfterEach
  void tearDown() throws Exception {
    for (ProcessMark mark : watcher.started()) {
      new ProcessTree(mark).end(Duration.ZERO, settings.time());
    }
    spawner.close();
  }

  private AgentLaunch launch(String script) {
    List<String> command =
        List.of(
            "/bin/sh", "-c", script, "agent", "--client-id", agent.value(), "--workspace", "w:1");
    return new AgentLaunch(agent, workspace, null, command);
  }

  private String log() throws IOException {
    Path log = workspace.resolve("logs/agent.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private static boolean isAlive(ProcessMark mark) {
    return ProcessTable.isAlive(mark);
  }

  @Test
  void aProcessHasItsOwnSessionDirectoryAndEnvironment() throws Exception {
    spawner.start(launch("pwd; echo $GREETING; echo $HOME.; echo oops >&2; sleep 300"), watcher);

    ProcessMark mark = watcher.awaitStart(1);
    await().until(() -> log().contains("oops"));
    assertThat(requireNonNull(ProcessTable.find(mark.pid())).session()).isEqualTo(mark.pid());
    assertThat(log()).isEqualTo(workspace + "\ngood day\n.\noops\n");
  }

  @Test
  void stoppingEndsTheWholeTreeAlsoThoseWhoDoNotListen() throws Exception {
    AgentProcess process =
        spawner.start(
            launch("trap '' TERM; (sh -c 'trap \"\" TERM; echo $$; sleep 300' &) ; sleep 300"),
            watcher);
    ProcessMark leader = watcher.awaitStart(1);
    await().until(() -> log().endsWith("\n"));
    long orphan = Long.parseLong(log().strip());
    assertThat(Processes.isAlive(orphan)).isTrue();
    assertThat(process.residentBytes()).isPositive();

    process.stop();

    assertThat(watcher.awaitEnd()).isEqualTo(new AgentEnding.Asked());
    assertThat(isAlive(leader)).isFalse();
    assertThat(Processes.isAlive(orphan)).isFalse();
  }

  @Test
  void aProcessThatFailsIsStartedAgainAndGivenUpInTheEnd() throws Exception {
    spawner.start(launch("echo run; exit 4"), watcher);

    assertThat(watcher.awaitEnd())
        .isInstanceOf(AgentEnding.GivenUp.class)
        .extracting(AgentEnding::words)
        .asString()
        .contains("3 failures", "exit code 4");
    assertThat(watcher.failures()).hasSize(2).allMatch(why -> why.contains("exit code 4"));
    assertThat(watcher.started()).hasSize(3);
    assertThat(log()).isEqualTo("run\nrun\nrun\n");
  }

  @Test
  void aProcessThatEndsInOrderStaysDown() throws Exception {
    spawner.start(launch("exit 0"), watcher);

    assertThat(watcher.awaitEnd()).isInstanceOf(AgentEnding.Finished.class);
    assertThat(watcher.started()).hasSize(1);
  }

  @Test
  void whatAFailedProcessLeftBehindIsEndedBeforeTheNextStarts() throws Exception {
    spawner.start(
        launch("[ -f once ] && sleep 300; touch once; sleep 301 & echo $!; exit 1"), watcher);

    watcher.awaitStart(2);

    long leftBehind = Long.parseLong(log().strip());
    assertThat(Processes.isAlive(leftBehind)).isFalse();
  }

  @Test
  void aStopBetweenTwoRunsIsAStop() throws Exception {
    var patient =
        new RestartPolicy(
            3,
            Duration.ofSeconds(60),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofSeconds(1));
    try (var slow = new LocalSpawner(settings.withRestarts(patient))) {
      AgentProcess process = slow.start(launch("exit 1"), watcher);
      await().until(() -> !watcher.failures().isEmpty());

      process.stop();

      assertThat(watcher.awaitEnd()).isEqualTo(new AgentEnding.Asked());
      assertThat(watcher.started()).hasSize(1);
    }
  }

  @Test
  void aProcessOutlivesItsSpawnerAndTheNextOneLooksAfterIt() throws Exception {
    AgentLaunch launch = launch("echo run; sleep 300");
    spawner.start(launch, watcher);
    ProcessMark mark = watcher.awaitStart(1);
    spawner.close();
    assertThat(isAlive(mark)).isTrue();

    var second = new RecordingWatcher();
    try (var next = new LocalSpawner(settings)) {
      AgentProcess adopted = requireNonNull(next.adopt(launch, mark, second));
      assertThat(second.awaitStart(1)).isEqualTo(mark);

      Processes.kill(ProcessHandle.of(mark.pid()).orElseThrow());
      ProcessMark another = second.awaitStart(2);
      assertThat(isAlive(another)).isTrue();

      adopted.stop();
      assertThat(second.awaitEnd()).isEqualTo(new AgentEnding.Asked());
      assertThat(isAlive(another)).isFalse();
    }
    assertThat(watcher.endings()).isEmpty();
  }

  @Test
  void aProcessIsFoundByItsCommandLineWhenItsNumberWasNotKept() throws Exception {
    AgentLaunch launch = launch("sleep 300; exit 0");
    spawner.start(launch, watcher);
    ProcessMark mark = watcher.awaitStart(1);
    spawner.close();

    var second = new RecordingWatcher();
    try (var next = new LocalSpawner(settings)) {
      await().until(() -> next.adopt(launch, null, second) != null);
      assertThat(second.awaitStart(1)).isEqualTo(mark);
    }
  }

  @Test
  void aStrangerWithTheSameNumberIsNeitherAdoptedNorEnded() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "300").start();
    try {
      var reused = new ProcessMark(stranger.pid(), "1@another-boot");

      assertThat(spawner.adopt(launch("sleep 300"), reused, watcher)).isNull();
      assertThat(new ProcessTree(reused).end(Duration.ZERO, settings.time())).isTrue();

      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void aLogThatHasGrownTooLargeIsPutAside() throws Exception {
    Path log = workspace.resolve("logs/agent.log");
    Files.write(log, new byte[9 * 1024 * 1024]);
    spawner.start(launch("echo fresh; sleep 300"), watcher);
    await().until(() -> Files.size(log) < 100);
    assertThat(workspace.resolve("logs/agent.log.1")).hasSize(9 * 1024 * 1024);
  }

  @Test
  void aLogIsTrimmedWhileItIsWritten() throws Exception {
    Path log = workspace.resolve("logs/agent.log");
    AgentLaunch launch =
        launch(
            "head -c 9000000 /dev/zero; while ! [ -f go ]; do sleep 0.05; done; echo on; sleep"
                + " 300");
    spawner.start(launch, watcher);
    await().until(() -> Files.exists(log) && Files.size(log) == 9_000_000);

    spawner.tidy(launch);

    assertThat(log).isEmptyFile();
    Files.writeString(workspace.resolve("go"), "");
    await().until(() -> log().equals("on\n"));
  }

  @Test
  void aLogThatIsALinkIsNotWrittenThrough() throws Exception {
    Path treasure = Files.writeString(directory.resolve("treasure"), "gold");
    Files.createSymbolicLink(workspace.resolve("logs/agent.log"), treasure);

    spawner.start(launch("echo hello; sleep 300"), watcher);

    await().until(() -> log().equals("hello\n"));
    assertThat(treasure).hasContent("gold");
  }
}
