package bub.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems with a model that are known before an agent starts. */
class ModelPreflightTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Screen screen =
      new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);

  @ParameterizedTest
  @CsvSource({
    "gpt-5,              openai/gpt-5",
    "claude-sonnet-4-5,  anthropic/claude-sonnet-4-5",
    "gemini-2.5-flash,   gemini/gemini-2.5-flash",
    "llama3.2,           ollama/llama3.2",
    "opnai/gpt-5,        openai/gpt-5",
    "OpenAI/gpt-5,       openai/gpt-5",
    "antropic/claude-x,  anthropic/claude-x",
    "google/gemini-2.5,  gemini/gemini-2.5",
    "ehco,               echo",
  })
  void suggestsTheRightSpelling(String model, String meant) throws Exception {
    new ModelPreflight(model, Map.of()).report(screen, false);

    assertThat(err.toString())
        .containsSubsequence("Warning: ", model, "Did you mean '" + meant + "'?", "openai/NAME");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void namesTheVariableOfAMissingKey() throws Exception {
    new ModelPreflight("openai/gpt-5", Map.of()).report(screen, false);

    assertThat(err.toString()).contains("Warning: ", "openai/gpt-5", "OPENAI_API_KEY");
  }

  @Test
  void refusesToStartWhenStrict() {
    assertThatThrownBy(() -> new ModelPreflight("gpt-5", Map.of()).report(screen, true))
        .isInstanceOfSatisfying(
            CommandFailure.class, no -> assertThat(no.exitCode()).isEqualTo(78));
    assertThatThrownBy(() -> new ModelPreflight("anthropic/x", Map.of()).report(screen, true))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("ANTHROPIC_API_KEY");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "echo", "ollama/llama3.2"})
  void saysNothingAboutAModelThatNeedsNoKey(@Nullable String model) throws Exception {
    new ModelPreflight(model, Map.of()).report(screen, true);

    assertThat(err.toString()).isEmpty();
  }

  @Test
  void acceptsAKeyInAVariableOrInAFile(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("key"), "secret");

    new ModelPreflight("openai/gpt-5", Map.of("OPENAI_API_KEY", "secret")).report(screen, true);
    new ModelPreflight("openai/gpt-5", Map.of("OPENAI_API_KEY_FILE", file + ""))
        .report(screen, true);

    assertThat(err.toString()).isEmpty();
  }
}
