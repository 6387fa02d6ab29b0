package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.system.SystemSettings.Limits;
import bub.system.SystemSettings.Timeouts;
import bub.system.SystemSettings.WorkspaceRetention;
import bub.system.spawn.LocalSpawner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
  private static final Duration RETENTION = Duration.ofDays(30);

  @TempDir private Path directory;
  private Stage stage;
  private final Days days = new Days();

  /**
   * A clock that a test moves by days. A sleep of a minute or more ends only when the test moves
   * it.
   */
  private static final class Days implements TimeSource {
    private final Semaphore mornings = new Semaphore(0);
    private volatile Duration passed = Duration.ZERO;

    @Override
    public Instant now() {
      return Instant.now().plus(passed);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
        TimeSource.system().sleep(duration);
      } else {
        mornings.acquire();
      }
    }

    void pass(Duration duration) {
      passed = passed.plus(duration);
      mornings.release();
    }
  }

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
  }

  @AfterEach
  void tearDown() throws Exception {
    stage.close();
  }

  private SystemAgent start(WorkspaceRetention workspaces) throws Exception {
    stage.with(
        settings ->
            settings
                .withTimeouts(new Timeouts(Duration.ofSeconds(30), Duration.ZERO))
                .withLimits(new Limits(10, 0, 4, RETENTION, workspaces)));
    SystemAgent agent =
        SystemAgent.start(
            stage.systemSettings(),
            new LocalSpawner(stage.spawnSettings()),
            SessionTokens.none(),
            WebSocketConnector.to(stage.bus().url()).within(Duration.ofSeconds(5)),
            new ClientEnvironment(days, Math::random, ClientEnvironment.system().messageIds()));
    agent.awaitConnected(Duration.ofSeconds(30));
    return agent;
  }

  @Test
  void anOldSessionIsForgottenAndItsWorkspaceKept() throws Exception {
    try (SystemAgent systemAgent = start(WorkspaceRetention.KEEP)) {
      TestChat chat = stage.chat("1");
      Address agent = chat.getsAnAgent();
      chat.tells(agent, "finish");
      chat.awaitEvent(AgentEvent.Kind.STOPPED, "reason");
      days.pass(RETENTION.minusHours(1));
      assertThat(stage.find("1")).isNotNull();

      days.pass(Duration.ofHours(2));

      await().until(() -> stage.find("1") == null);
      assertThat(stage.workspace("1").resolve("data/alive")).exists();
      assertThat(chat.getsAnAgent()).isEqualTo(agent);
      systemAgent.stopAgents();
    }
  }

  @Test
  void aWorkspaceGoesWithItsSessionWhenThatIsWanted() throws Exception {
    try (SystemAgent systemAgent = start(WorkspaceRetention.REMOVE)) {
      TestChat chat = stage.chat("1");
      chat.tells(chat.getsAnAgent(), "finish");
      chat.awaitEvent(AgentEvent.Kind.STOPPED, "reason");
      Address busy = stage.chat("2").getsAnAgent();

      days.pass(RETENTION.plusHours(1));

      await().until(() -> stage.find("1") == null);
      await().until(() -> !stage.workspace("1").toFile().exists());
      assertThat(stage.session("2").clientId()).isEqualTo(busy);
      assertThat(stage.workspace("2")).exists();
      systemAgent.stopAgents();
    }
  }
}
