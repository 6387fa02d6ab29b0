package bub.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing of model names, and the endpoints of models. */
class ModelNameTest {
  private static final ModelName OPENAI = ModelName.parse("openai/meta/llama-3");

  @TempDir private Path directory;

  @Test
  void aNameMayHaveSlashes() {
    assertThat(OPENAI).isEqualTo(new ModelName(ModelProvider.OPENAI, "meta/llama-3"));
    assertThat(OPENAI).hasToString("openai/meta/llama-3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-5", "openai", "openai/", "/x", "OpenAI/x", "abacus/1", ""})
  void refusesWhatNamesNoModelAndSaysWhatWould(String text) {
    assertThatThrownBy(() -> ModelName.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("openai/NAME, anthropic/NAME, gemini/NAME, ollama/NAME");
  }

  @Test
  void findsAKeyInTheEnvironmentOrInAFile() throws Exception {
    Path file = Files.writeString(directory.resolve("key"), " sk-file\n");
    assertThat(ModelAccess.find(OPENAI, Map.of("OPENAI_API_KEY", "sk-1")).key()).isEqualTo("sk-1");
    assertThat(ModelAccess.find(OPENAI, Map.of("OPENAI_API_KEY_FILE", file.toString())).key())
        .isEqualTo("sk-file");
  }

  @Test
  void saysWhichVariableIsMissing() {
    assertThatThrownBy(() -> ModelAccess.find(OPENAI, Map.of()))
        .isInstanceOf(ModelAccess.Missing.class)
        .hasMessageContaining("OPENAI_API_KEY_FILE");
    assertThatThrownBy(() -> ModelAccess.find(OPENAI, Map.of("OPENAI_API_KEY_FILE", "/none/such")))
        .isInstanceOf(ModelAccess.Missing.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void aServerOfOnesOwnNeedsNoKey() throws Exception {
    var environment =
        Map.of("OPENAI_BASE_URL", "http://b/v1", "BUB_OPENAI_BASE_URL", "http://a/v1");
    ModelAccess access = ModelAccess.find(OPENAI, environment);
    assertThat(access.baseUrl()).isEqualTo("http://a/v1");
    assertThat(access.key()).isNull();
    assertThat(ModelAccess.find(ModelName.parse("ollama/x"), Map.of()).key()).isNull();
  }

  @Test
  void doesNotTellItsKey() throws Exception {
    assertThat(ModelAccess.find(OPENAI, Map.of("OPENAI_API_KEY", "sk-1")))
        .hasToString(OPENAI.toString());
  }
}
