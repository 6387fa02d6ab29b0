package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.system.SystemSettings.Timeouts;
import bub.system.route.RouteRequest;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedSpawnTest {
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
  void aProgramThatFailsAtOnceIsTriedAgainAndThenGivenUp() throws Exception {
    stage.withAgentsThat("echo tried; exit 7").start();
    TestChat chat = stage.chat("1");

    String error = chat.isRefusedAnAgent();

    assertThat(error).contains("3 failures", "exit code 7");
    assertThat(chat.awaitEvent(AgentEvent.Kind.FAILED, "error")).isEqualTo(error);
    AgentSession session = stage.session("1");
    assertThat(session.status()).isEqualTo(SessionStatus.STOPPED);
    assertThat(session.life().exitReason()).isEqualTo(error);
    assertThat(session.life().stoppedAt()).isNotNull();
    assertThat(stage.workspace("1").resolve("logs/agent.log")).hasContent("tried\ntried\ntried");
  }

  @Test
  void aProgramThatWasGivenUpIsNotStartedAgainUntilAnOperatorSaysSo() throws Exception {
    stage.withAgentsThat("echo tried; exit 7").start();
    TestChat chat = stage.chat("1");
    chat.isRefusedAnAgent();

    assertThat(chat.isRefusedAnAgent()).contains("given_up", "exit code 7", "cannot start again");

    Path log = stage.workspace("1").resolve("logs/agent.log");
    assertThat(log).hasContent("tried\ntried\ntried");
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
    Address agent = stage.session("1").clientId();
    assertThat(chat.send(RouteRequest.ADDRESS, new RouteRequest.RestartSession(agent)).message())
        .contains("3 failures");
    assertThat(log).hasContent("tried\n".repeat(6).strip());
  }

  @Test
  void aProgramThatEndsBeforeItConnectsIsNoAgent() throws Exception {
    stage.withAgentsThat("exit 0").start();

    assertThat(stage.chat("1").isRefusedAnAgent()).contains("exit code 0");
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
  }

  @Test
  void aProgramThatNeverConnectsIsEndedInTime() throws Exception {
    stage
        .withAgentsThat("sleep 300")
        .with(
            settings ->
                settings.withTimeouts(new Timeouts(Duration.ofSeconds(1), Duration.ofMinutes(30))))
        .start();

    assertThat(stage.chat("1").isRefusedAnAgent()).contains("did not connect within 1 s");

    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
    assertThat(stage.countProcesses(stage.session("1").clientId())).isZero();
  }

  @Test
  void aProgramThatIsMissingIsSaidSo() throws Exception {
    stage.withLauncher(List.of("/nowhere/bub")).start();

    assertThat(stage.chat("1").isRefusedAnAgent()).contains("3 failures", "exit code 127");
    assertThat(stage.workspace("1").resolve("logs/agent.log")).content().contains("/nowhere/bub");
  }

  @Test
  void aProgramThatMayNotBeRunIsSaidSo() throws Exception {
    Path program = Files.writeString(directory.resolve("bub"), "not a program");
    stage.withLauncher(List.of(program.toString())).start();

    assertThat(stage.chat("1").isRefusedAnAgent()).contains("3 failures", "exit code 126");
    assertThat(stage.workspace("1").resolve("logs/agent.log")).content().contains("denied");
  }

  @Test
  void aWorkspaceThatCannotBeMadeIsSaidSoAndNothingStarts() throws Exception {
    stage.start();
    Files.writeString(stage.stateDir().resolve("workspaces/terminal:1"), "in the way");

    TestChat chat = stage.chat("1");
    assertThat(chat.isRefusedAnAgent()).contains("another file is in the place of its workspace");
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);

    Files.delete(stage.stateDir().resolve("workspaces/terminal:1"));
    assertThat(chat.getsAnAgent()).isNotNull();
  }

  @Test
  void aWorkspaceIsNotMadeThroughALink() throws Exception {
    stage.start();
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createSymbolicLink(stage.stateDir().resolve("workspaces/terminal:1"), elsewhere);

    stage.chat("1").isRefusedAnAgent();

    assertThat(elsewhere).isEmptyDirectory();
  }
}
