package bub.system.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import bub.system.spawn.SystemdSpawner.EnvironmentFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentEnvironmentTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "HOME",
        "LANG",
        "LC_ALL",
        "JAVA_HOME",
        "BUB_MODEL",
        "BUB_OPENAI_BASE_URL",
        "OPENAI_API_KEY",
        "OPENAI_API_KEY_FILE",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "OLLAMA_BASE_URL",
        "MISTRAL_API_KEY",
        "https_proxy",
        "NO_PROXY"
      })
  void whatAnAgentNeedsItGets(String name) {
    assertThat(SpawnSettings.visibleToAgents(Map.of(name, "x"))).containsEntry(name, "x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BUB_TOKEN", "BUB_TOKEN_FILE", "BUB_BUS_URL", "BUB_RUN_DIR", "BUB_STATE_DIR",
        "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "SSH_AUTH_SOCK", "XDG_RUNTIME_DIR", "LD_PRELOAD"
      })
  void whatIsNotAnAgentsBusinessItDoesNotGet(String name) {
    assertThat(SpawnSettings.visibleToAgents(Map.of(name, "x"))).isEmpty();
  }

  @Test
  void theFileForSystemdIsForItsOwnerOnly() throws Exception {
    Path file = directory.resolve("agents.env");
    new EnvironmentFile(file)
        .write(Map.of("B", "2", "A", "say \"$HOME\" \\ `x`\nagain", "1", "no"));

    assertThat(file).hasContent("A=\"say \\\"\\$HOME\\\" \\\\ \\`x\\`\nagain\"\nB=\"2\"");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
