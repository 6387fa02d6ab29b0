package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElicitationDefaultsTest {
  private static final String DECLINE = "{\"action\":\"decline\"}";

  private static String answer(@Nullable String params) throws Exception {
    RawJson json = params == null ? null : RawJson.parse(params);
    return ElicitationDefaults.answer(json).toRaw().toString();
  }

  private static String answerTo(String properties, String more) throws Exception {
    return answer(
        "{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":"
            + properties
            + more
            + "}}");
  }

  @Test
  void sendsTheDefaultOfEveryKind() throws Exception {
    String properties =
        "{\"name\":{\"type\":\"string\",\"default\":\"Ann\"},"
            + "\"age\":{\"type\":\"integer\",\"default\":30},"
            + "\"score\":{\"type\":\"number\",\"default\":95.5},"
            + "\"status\":{\"type\":\"string\",\"enum\":[\"on\",\"off\"],\"default\":\"on\"},"
            + "\"verified\":{\"type\":\"boolean\",\"default\":false}}";
    assertThat(answerTo(properties, ",\"required\":[\"name\",\"verified\"]"))
        .isEqualTo(
            "{\"action\":\"accept\",\"content\":{\"name\":\"Ann\",\"age\":30,\"score\":95.5,"
                + "\"status\":\"on\",\"verified\":false}}");
  }

  @Test
  void omitsOptionalValuesWithoutADefault() throws Exception {
    assertThat(answerTo("{\"a\":{\"type\":\"string\"},\"b\":{\"default\":1}}", ""))
        .isEqualTo("{\"action\":\"accept\",\"content\":{\"b\":1}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"a\"]", "[\"gone\"]", "[7]"})
  void declinesWhenARequiredValueHasNoDefault(String required) throws Exception {
    assertThat(answerTo("{\"a\":{\"type\":\"string\"}}", ",\"required\":" + required))
        .isEqualTo(DECLINE);
  }

  @Test
  void declinesAQuestionWithoutASchema() throws Exception {
    assertThat(answer(null)).isEqualTo(DECLINE);
    assertThat(answer("[]")).isEqualTo(DECLINE);
    assertThat(answer("{\"requestedSchema\":{}}")).isEqualTo(DECLINE);
  }
}
