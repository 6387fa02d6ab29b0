package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.system.spawn.LocalSpawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTokensTest {
  @TempDir private Path directory;

  /** Gives every agent a token file, and records its calls. */
  private final class Office implements SessionTokens {
    private final List<String> diary = new CopyOnWriteArrayList<>();

    @Override
    public Path issue(Address agent) throws IOException {
      diary.add("issued " + agent);
      return Files.writeString(directory.resolve("token"), "s3cret");
    }

    @Override
    public void revoke(Address agent) {
      diary.add("revoked " + agent);
    }
  }

  @Test
  void anAgentHasATokenForAsLongAsItRuns() throws Exception {
    var office = new Office();
    try (Stage stage = Stage.in(directory);
        SystemAgent systemAgent =
            SystemAgent.start(
                stage.systemSettings(), new LocalSpawner(stage.spawnSettings()), office)) {
      systemAgent.awaitConnected(Duration.ofSeconds(30));
      TestChat chat = stage.chat("1");
      Address agent = chat.getsAnAgent();

      assertThat(Processes.commandLine(stage.process("1").pid()))
          .containsSubsequence("--token-file", directory.resolve("token").toString())
          .doesNotContain("s3cret");
      assertThat(office.diary).containsExactly("issued " + agent);

      chat.tells(agent, "finish");
      chat.awaitEvent(AgentEvent.Kind.STOPPED, "reason");
      assertThat(office.diary).containsExactly("issued " + agent, "revoked " + agent);
    }
  }
}
