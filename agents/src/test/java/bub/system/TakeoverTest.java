package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.SpawnResult;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A system agent is killed, and the next one takes over its agents. */
class TakeoverTest {
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
  void anAgentSurvivesTheSystemAgentAndIsLookedAfterAgain() throws Exception {
    ChildProcess first = stage.startProgram();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    ProcessHandle process = stage.process("1");
    first.kill();
    assertThat(chat.finds(agent)).isTrue();

    stage.start();

    assertThat(chat.getsAnAgent()).isEqualTo(agent);
    assertThat(stage.process("1")).isEqualTo(process);
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.RUNNING);
    assertThat(chat.count(AgentEvent.class)).isZero();

    Processes.kill(process);

    await().until(() -> isRunningAs(agent) && !stage.process("1").equals(process));
    await().until(() -> chat.finds(agent));
  }

  private boolean isRunningAs(Address agent) throws Exception {
    AgentSession session = stage.session("1");
    return session.status() == SessionStatus.RUNNING
        && session.clientId().equals(agent)
        && session.life().process() != null;
  }

  @Test
  void anAgentThatDiedMeanwhileIsRecordedToldAndStartedAgain() throws Exception {
    SystemAgent first = stage.start();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    ProcessHandle process = stage.process("1");
    first.close();
    Processes.kill(process);
    await().until(() -> !chat.finds(agent));

    stage.start();

    assertThat(chat.awaitEvent(AgentEvent.Kind.STOPPED, "reason"))
        .contains("system agent was not running");
    await().until(() -> isRunningAs(agent));
    assertThat(chat.finds(agent)).isTrue();
  }

  @Test
  void whoWaitedForAnAgentThatWasStartingHearsOfItAllTheSame() throws Exception {
    stage.puppets().hold();
    ChildProcess first = stage.startProgram();
    TestChat chat = stage.chat("1");
    chat.asks();
    await().until(() -> stage.find("1") != null);
    first.kill(); // before it has started the process, or after
    assertThat(chat.heard()).isEmpty();
    Address agent = stage.session("1").clientId();

    stage.start();
    stage.puppets().rise();

    await().until(() -> chat.heard().contains(new SpawnResult.Running(agent)));
    assertThat(stage.countProcesses(agent)).isEqualTo(1);
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.RUNNING);
  }

  @Test
  void aCorruptFileIsPutAsideAndRebuiltFromWhatRuns() throws Exception {
    ChildProcess first = stage.startProgram();
    TestChat chat = stage.chat("1");
    Address agent = chat.getsAnAgent();
    Address idle = stage.chat("2").getsAnAgent();
    ProcessHandle process = stage.process("1");
    ProcessHandle gone = stage.process("2");
    first.kill();
    Processes.kill(gone);
    Path file = stage.runDir().resolve("sessions.json");
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() / 2));

    stage.start();

    await().until(() -> stage.find("1") != null && isRunningAs(agent));
    assertThat(stage.process("1")).isEqualTo(process);
    assertThat(stage.find("2")).isNull();
    try (Stream<Path> files = Files.list(stage.runDir())) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .anyMatch(name -> name.startsWith("sessions.json.corrupt-"));
    }
    assertThat(stage.chat("2").getsAnAgent()).as("the agent that the chat had").isEqualTo(idle);
  }

  @Test
  void aRunDirectoryHasOneSystemAgent() throws Exception {
    stage.startProgram();

    assertThat(org.assertj.core.api.Assertions.catchThrowable(stage::start))
        .hasMessageContaining("already runs in " + stage.runDir());
  }
}
