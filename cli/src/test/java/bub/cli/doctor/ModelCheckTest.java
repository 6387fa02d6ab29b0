package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.doctor.Finding.Severity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelCheckTest {
  private static final String SECRET = "sk-very-secret";

  @TempDir private Path directory = Path.of("");

  @Test
  void withoutAModelAgentsEcho() {
    assertThat(look(null, Map.of()).severity()).isEqualTo(Severity.CAUTION);
    assertThat(look(" ", Map.of()).remedies().getFirst()).contains("BUB_MODEL=");
    assertThat(look("echo", Map.of()).severity()).isEqualTo(Severity.FINE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-5", "openai/", "/x", "open ai/x", "OPENAI/x"})
  void aNameThatNamesNoModelIsBroken(String model) {
    Finding finding = look(model, Map.of());

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.remedies().getFirst()).contains("openai/NAME", "ollama/NAME");
  }

  @Test
  void aBrokenUrlNamesTheVariablesForIt() {
    Finding finding = look("ollama/x", Map.of("OLLAMA_BASE_URL", "http://a b"));

    assertThat(finding.text()).isEqualTo("ollama/x: http://a b is not a URL");
    assertThat(finding.remedies()).containsExactly("Set BUB_OLLAMA_BASE_URL or OLLAMA_BASE_URL");
  }

  @Test
  void aMakerWantsItsKey() {
    assertThat(look("openai/x", Map.of()).remedies().getFirst())
        .contains("OPENAI_API_KEY", "OPENAI_API_KEY_FILE");
    assertThat(look("anthropic/x", Map.of("OPENAI_API_KEY", SECRET)).text())
        .contains("no API key is set");
    assertThat(look("gemini/x", Map.of("GEMINI_API_KEY_FILE", directory + "/none")).text())
        .contains("cannot read");
  }

  @Test
  void aServerThatTakesConnectionsIsFineAndHearsNothing() throws IOException {
    Path key = Files.writeString(directory.resolve("key"), SECRET);
    try (ServerSocket server = server()) {
      Finding finding =
          look(
              "openai/x",
              Map.of("OPENAI_API_KEY_FILE", key + "", "BUB_OPENAI_BASE_URL", url(server)));

      assertThat(finding.severity()).as(finding.text()).isEqualTo(Severity.FINE);
      assertThat(finding.toString()).doesNotContain(SECRET);
      try (Socket heard = server.accept()) {
        assertThat(heard.getInputStream().readAllBytes()).isEmpty();
      }
    }
  }

  @Test
  void aServerOfOnesOwnNeedsNoKey() throws IOException {
    try (ServerSocket server = server()) {
      assertThat(look("ollama/x", Map.of("OLLAMA_BASE_URL", url(server))).severity())
          .isEqualTo(Severity.FINE);
      assertThat(look("openai/x", Map.of("OPENAI_BASE_URL", url(server))).severity())
          .isEqualTo(Severity.FINE);
    }
  }

  @Test
  void aServerThatIsNotThereIsBroken() throws IOException {
    String gone;
    try (ServerSocket server = server()) {
      gone = url(server);
    }
    Finding finding = look("ollama/x", Map.of("BUB_OLLAMA_BASE_URL", gone));

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.text()).isEqualTo("ollama/x at 127.0.0.1: connection refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"not a url", "ftp://x", "localhost:8080", "http://"})
  void aUrlThatIsNoneIsBroken(String url) {
    assertThat(look("openai/x", Map.of("BUB_OPENAI_BASE_URL", url)).severity())
        .isEqualTo(Severity.BROKEN);
  }

  private static Finding look(@Nullable String model, Map<String, String> environment) {
    return new ModelCheck(model, environment::get).look();
  }

  private static ServerSocket server() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  private static String url(ServerSocket server) {
    return "http://127.0.0.1:" + server.getLocalPort() + "/v1";
  }
}
