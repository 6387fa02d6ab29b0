package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.system.route.RouteRequest;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import bub.system.spawn.SpawnSettings;
import bub.system.spawn.Spawner;
import bub.system.spawn.SpawnerChoice;
import bub.system.spawn.UserSystemd;
import bub.testkit.OwnUserManager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Complete life of agents that are systemd units. */
@EnabledOnOs(OS.LINUX)
class SystemdTest {
  @TempDir private Path directory;

  @Test
  void anAgentLivesAsAUnitFromItsSpawnToItsEnd() throws Exception {
    try (var systemd = OwnUserManager.start();
        var stage = Stage.in(directory).withLauncher(AgentProgram.launcher())) {
      SystemAgent first = start(stage, systemd);
      TestChat chat = stage.chat("1");
      Address agent = chat.getsAnAgent();
      AgentSession session = stage.session("1");
      String unit = session.unit();
      assertThat(systemd.property(unit, "ActiveState")).isEqualTo("active");
      assertThat(systemd.property(unit, "MemoryMax")).isEqualTo("536870912");
      assertThat(session.log()).endsWith("logs/agent.log");
      assertThat(Path.of(session.log())).content().contains("started as " + agent, "echo/test");
      assertThat(chat.tells(agent, "written in the sandbox").success()).isTrue();
      assertThat(stage.workspace("1").resolve("data/said")).hasContent("written in the sandbox");

      ProcessHandle process = stage.process("1");
      Processes.kill(process);
      await().until(() -> isRunningAsAnother(stage, process));
      await().until(() -> chat.finds(agent));
      ProcessHandle second = stage.process("1");

      first.close();
      try (SystemAgent next = start(stage, systemd)) {
        assertThat(chat.getsAnAgent()).isEqualTo(agent);
        assertThat(stage.process("1")).isEqualTo(second);

        chat.orders(new RouteRequest.StopSession(agent));
        assertThat(stage.session("1").status()).isEqualTo(SessionStatus.STOPPED);
        assertThat(systemd.property(unit, "LoadState")).isEqualTo("not-found");
        assertThat(Processes.isAlive(second.pid())).isFalse();
        next.stopAgents();
      }
    }
  }

  private static SystemAgent start(Stage stage, OwnUserManager systemd) throws Exception {
    SpawnSettings settings =
        SpawnSettings.of(stage.runDir(), stage.stateDir())
            .withRestarts(Stage.QUICK)
            .withEnvironment(Map.of("BUB_MODEL", "echo/test"));
    Spawner spawner = SpawnerChoice.AUTO.open(settings, new UserSystemd(systemd.environment()));
    SystemAgent agent = SystemAgent.start(stage.systemSettings(), spawner, SessionTokens.none());
    agent.awaitConnected(Duration.ofSeconds(30));
    return agent;
  }

  private static boolean isRunningAsAnother(Stage stage, ProcessHandle process) throws Exception {
    AgentSession session = stage.session("1");
    return session.status() == SessionStatus.RUNNING
        && session.life().process() != null
        && session.life().process().pid() != process.pid();
  }
}
