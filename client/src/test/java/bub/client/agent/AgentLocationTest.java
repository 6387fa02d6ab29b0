package bub.client.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.discovery.UnsafeRunDirectory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLocationTest {
  private static final String PRIVATE = "rwx------";

  @TempDir private Path directory = Path.of("");
  private final AgentOptions options = new AgentOptions();
  private Path run;

  @BeforeEach
  void prepare() throws Exception {
    run = Files.createDirectory(directory.resolve("run"));
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString(PRIVATE));
    options.clientId = "agent:a b".replace(' ', '_');
    options.arguments = List.of("java", "Main");
    options.variables = Map.of("BUB_RUN_DIR", run.toString());
  }

  @Test
  void theBusIsThatOfTheRunDirectoryWhichMustProveItself() throws Exception {
    Files.writeString(run.resolve("bus.url"), "ws://127.0.0.1:7\n");
    AgentLocation found = AgentLocation.find(options);
    assertThat(found.settings().url()).isEqualTo(URI.create("ws://127.0.0.1:7"));
    assertThat(found.connector().proof()).isNotNull();
    assertThat(found.directory()).isEqualTo(run.resolve("state/agents/agent%3Aa_b"));
  }

  @Test
  void theProgramsWordCountsMoreThanTheEnvironment() {
    options.variables = Map.of("BUB_BUS_URL", "ws://a", "BUB_STATE_DIR", "/s", "BUB_CA", "/ca");
    assertThat(AgentLocation.find(options).settings().url()).hasToString("ws://a");
    assertThat(AgentLocation.find(options).connector().caFile()).isEqualTo(Path.of("/ca"));
    options.url = "ws://b";
    options.ca = Path.of("/other");
    options.directory = Path.of("/here");
    AgentLocation found = AgentLocation.find(options);
    assertThat(found.settings().url()).hasToString("ws://b");
    assertThat(found.connector().caFile()).isEqualTo(Path.of("/other"));
    assertThat(found.connector().proof()).isNull();
    assertThat(found.directory()).isEqualTo(Path.of("/here"));
    options.isDurable = false;
    assertThat(AgentLocation.find(options).directory()).isNull();
  }

  @Test
  void aCertificateNeedsItsKey() {
    options.url = "wss://b";
    options.certificate = Path.of("cert.pem");
    assertThatIllegalArgumentException().isThrownBy(() -> AgentLocation.find(options));
    options.key = Path.of("key.pem");
    assertThat(AgentLocation.find(options).connector().identity()).isNotNull();
  }

  @Test
  void aRunDirectoryThatOthersMayWriteIsRefused() throws Exception {
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> AgentLocation.find(options)).isInstanceOf(UnsafeRunDirectory.class);
  }

  @Test
  void theArgumentsOfBubCountMost() {
    options.arguments =
        List.of(
            "java",
            "--client-id",
            "agent:7",
            "--bus-url",
            "ws://x",
            "--workspace=/w",
            "--token-file",
            "/t",
            "--model",
            "echo");
    AgentLocation found = AgentLocation.find(options);
    assertThat(found.settings().clientId()).hasToString("agent:7");
    assertThat(found.directory()).isEqualTo(Path.of("/w/state/sdk"));
    assertThat(found.connector().proof()).isNotNull();
    assertThat(found.lobbyTokenFile()).isEqualTo(Path.of("/w/state/sdk/lobby-agent%3A7.token"));
  }

  @Test
  void anAgentNeedsAName() {
    options.clientId = null;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AgentLocation.find(options))
        .withMessageContaining("client id");
  }
}
