package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.SpawnResult;
import bub.system.SystemSettings.Timeouts;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifeTest {
  @TempDir private Path directory;
  private Stage stage;

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
  }

  @AfterEach
  void tearDown() throws Exception {
    stage.close();
  }

  @Test
  void anAgentThatIsKilledComesBackAsItself() throws Exception {
    stage.start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    ProcessHandle first = stage.process("1");

    Processes.kill(first);

    await().until(() -> isAnother(first));
    assertThat(stage.awaitSession("1", SessionStatus.RUNNING).clientId()).isEqualTo(agent);
    await().until(() -> chat.finds(agent));
  }

  private boolean isAnother(ProcessHandle first) throws Exception {
    AgentSession session = stage.session("1");
    return session.status() == SessionStatus.RUNNING
        && session.life().process() != null
        && session.life().process().pid() != first.pid();
  }

  @Test
  void anAgentThatKeepsFailingIsGivenUpAndItsChatIsTold() throws Exception {
    stage.start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();

    for (int crash = 0; crash < Stage.QUICK.failures(); crash++) {
      ProcessHandle process = stage.process("1");
      chat.tells(agent, "crash");
      boolean isLast = crash == Stage.QUICK.failures() - 1;
      await().until(() -> isLast ? isStopped() : isAnother(process));
    }

    assertThat(chat.awaitEvent(AgentEvent.Kind.FAILED, "error")).contains("3 failures");
    assertThat(chat.awaitEvent(AgentEvent.Kind.FAILED, "client_id")).isEqualTo(agent.value());
    assertThat(chat.getsAnAgent()).isEqualTo(agent);
  }

  private boolean isStopped() throws Exception {
    return stage.session("1").status() == SessionStatus.STOPPED;
  }

  @Test
  void anAgentThatFinishesStaysDownUntilItIsWanted() throws Exception {
    stage.start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();

    chat.tells(agent, "finish");

    assertThat(chat.awaitEvent(AgentEvent.Kind.STOPPED, "reason")).contains("exit code 0");
    AgentSession session = stage.session("1");
    assertThat(session.status()).isEqualTo(SessionStatus.STOPPED);
    assertThat(session.life().exitReason()).contains("exit code 0");
    assertThat(session.life().process()).isNull();
    assertThat(chat.getsAnAgent()).isEqualTo(agent);
  }

  @Test
  void anIdleAgentIsStoppedAndComesBackOnDemand() throws Exception {
    stage
        .with(
            settings ->
                settings.withTimeouts(new Timeouts(Duration.ofSeconds(30), Duration.ofMillis(300))))
        .start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();

    assertThat(chat.awaitEvent(AgentEvent.Kind.STOPPED, "reason")).isEqualTo("idle");

    assertThat(stage.session("1").life().exitReason()).isEqualTo("idle");
    assertThat(stage.countProcesses(agent)).isZero();
    assertThat(chat.getsAnAgent()).isEqualTo(agent);
  }

  @Test
  void activityMovesTheSession() throws Exception {
    stage.start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    Instant before = stage.session("1").life().lastActivity();

    chat.tells(agent, "report");

    await().until(() -> stage.session("1").life().lastActivity().isAfter(before));
  }

  @Test
  void aChatIsNotSentToAnAgentThatHasLeftTheBus() throws Exception {
    stage.start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    leavesTheBus(chat, agent);
    int before = chat.count(SpawnResult.class);

    assertThat(chat.asks().success()).isTrue();
    Processes.kill(stage.process("1")); // and the next one is on the bus

    await().until(() -> chat.count(SpawnResult.class) > before);
    assertThat(chat.heard()).contains(new SpawnResult.Running(agent));
    assertThat(chat.finds(agent)).isTrue();
  }

  @Test
  void anAgentThatIsFoundButNotOnTheBusIsEnded() throws Exception {
    SystemAgent first = stage.start();
    TestChat chat = stage.chat("1");
    leavesTheBus(chat, chat.getsAnAgent());
    ProcessHandle process = stage.process("1");
    first.close();

    stage
        .with(
            settings ->
                settings.withTimeouts(new Timeouts(Duration.ofMillis(300), Duration.ofMinutes(30))))
        .start();

    assertThat(chat.awaitEvent(AgentEvent.Kind.FAILED, "error")).contains("did not connect");
    assertThat(Processes.isAlive(process.pid())).isFalse();
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
  }

  private static void leavesTheBus(TestChat chat, Address agent) throws Exception {
    chat.tells(agent, "hang up");
    await().until(() -> !chat.finds(agent));
  }

  @Test
  void nobodyIsBlamedWhenTheBusGoesAway() throws Exception {
    stage.start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    ProcessHandle process = stage.process("1");

    stage.bus().goAway();
    stage.bus().comeBack();

    await().ignoreExceptions().until(() -> chat.finds(agent));
    await().ignoreExceptions().until(() -> chat.asks().success());
    assertThat(stage.process("1")).isEqualTo(process);
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.RUNNING);
  }
}
