package bub.protocol.budget;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.PositionedJson.Misplaced;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelPricesTest {
  @ParameterizedTest
  @CsvSource({
    "openai/gpt-4o, 12.5",
    "openai/gpt-4o-2024-08-06, 12.5",
    "gpt-4o, 12.5",
    "anthropic/claude-sonnet-4-5-20250929, 18",
    "anthropic/claude-3-5-haiku-latest, 4.8",
    "openai/deepseek-chat, 0.7",
    "ollama/llama3.2, 0",
    "ollama/gpt-4o, 0",
    "echo, 0",
  })
  void knowsTheUsualModelsUnderAllTheirNames(String model, BigDecimal perMillion) {
    assertThat(ModelPrices.builtIn().cost(model, 1_000_000, 1_000_000))
        .isEqualByComparingTo(perMillion);
  }

  @Test
  void anUnknownModelHasNoCost() {
    assertThat(ModelPrices.builtIn().cost("openai/gpt-99", 5, 5)).isNull();
    assertThat(ModelPrices.builtIn().cost("", 5, 5)).isNull();
  }

  @Test
  void aFileOverridesAndExtendsTheBuiltInPrices() throws Misplaced {
    ModelPrices own =
        parse(
            """
            {"models": {"openai/gpt-4o": {"in": 1, "out": 2}, "lab/*": {"in": 0.5, "out": 0}}}
            """);
    ModelPrices all = ModelPrices.builtIn().with(own);

    assertThat(all.cost("openai/gpt-4o", 2, 1)).isEqualByComparingTo("0.000004");
    assertThat(all.cost("lab/secret-7", 1_000_000, 9)).isEqualByComparingTo("0.5");
    assertThat(all.cost("openai/gpt-5", 1_000_000, 0)).isEqualByComparingTo("1.25");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'models': {'a': {'in': -1, 'out': 2}}}     | line 1, column 25: in: must be a number",
        "{'models': {'a': {'in': '1', 'out': 2}}}    | line 1, column 25: in: must be a number",
        "{'models': {'a': {'in': 1e99, 'out': 2}}}   | line 1, column 25: in: must be a number",
        "{'models': {'a': {'in': 1e-9999, 'out': 2}}} | line 1, column 25: in: must be a number",
        "{'models': {'a': {'out': 2}}}               | line 1, column 18: in: is missing",
        "{'models': {'a': 3}}                        | line 1, column 18: must be an object",
        "{'models': {'a': {'in':1,'out':1,'x':1}}}   | line 1, column 38: x: unknown field",
        "{'model': {}}                               | line 1, column 11: model: unknown field",
        "{'version': 2, 'models': {}}                | line 1, column 13: version: must be 1",
        "{'models': {}                               | line 1, column 14: ",
        "[]                                          | line 1, column 1: must be an object",
      })
  void anErrorNamesItsLineAndColumn(String file, String problem) {
    assertThatThrownBy(() -> parse(file.strip().replace('\'', '"')))
        .isInstanceOf(Misplaced.class)
        .hasMessageStartingWith(problem);
  }

  private static ModelPrices parse(String file) throws Misplaced {
    return ModelPrices.parse(file.getBytes(UTF_8));
  }
}
