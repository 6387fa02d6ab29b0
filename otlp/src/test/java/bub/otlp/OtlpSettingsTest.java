package bub.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtlpSettingsTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  private final Map<String, String> variables = new HashMap<>();

  private @Nullable OtlpSettings read(@Nullable String option) throws InvalidOtlpSetting {
    return OtlpSettings.read(option == null ? null : URI.create(option), variables::get);
  }

  private OtlpSettings settings(@Nullable String option) throws InvalidOtlpSetting {
    return Objects.requireNonNull(read(option));
  }

  @Test
  void withoutAnEndpointNothingIsExported() throws Exception {
    variables.put("OTEL_SERVICE_NAME", "x");
    variables.put(ENDPOINT, " ");

    assertThat(read(null)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:4318, http://127.0.0.1:4318/v1/traces",
    "https://otel.example.com/, https://otel.example.com/v1/traces",
    "HTTPS://otel.example.com/otlp, https://otel.example.com/otlp/v1/traces",
    "http://h:4318/v1/traces, http://h:4318/v1/traces",
  })
  void theOptionNamesTheCollector(String option, String endpoint) throws Exception {
    assertThat(settings(option).endpoint()).isEqualTo(URI.create(endpoint));
  }

  @Test
  void theOptionWinsOverTheVariablesAndTracesOverTheGeneralOne() throws Exception {
    variables.put(ENDPOINT, "http://general:4318");
    assertThat(settings(null).endpoint()).hasToString("http://general:4318/v1/traces");

    variables.put("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://traces/custom");
    assertThat(settings(null).endpoint()).hasToString("http://traces/custom");

    assertThat(settings("http://option").endpoint()).hasToString("http://option/v1/traces");
  }

  @ParameterizedTest
  @CsvSource({"OTEL_SDK_DISABLED,true", "OTEL_TRACES_EXPORTER,none", "OTEL_TRACES_EXPORTER,zipkin"})
  void variablesCanTurnItOff(String name, String value) throws Exception {
    variables.put(name, value);

    assertThat(read("http://h:4318")).isNull();
  }

  @Test
  void readsHeadersTimeoutCompressionAndResource() throws Exception {
    variables.put("OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b+c, x=1=2,");
    variables.put("OTEL_EXPORTER_OTLP_TIMEOUT", "2500");
    variables.put("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip");
    variables.put("OTEL_RESOURCE_ATTRIBUTES", "service.name=ignored,env=prod");
    variables.put("OTEL_SERVICE_NAME", "our-bub");
    variables.put("OTEL_TRACES_EXPORTER", "otlp");

    OtlpSettings settings = settings("http://h");

    assertThat(settings.headers())
        .containsOnly(Map.entry("api-key", "a b+c"), Map.entry("x", "1=2"));
    assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(2500));
    assertThat(settings.gzip()).isTrue();
    assertThat(settings.resource())
        .containsEntry("service.name", "our-bub")
        .containsEntry("env", "prod");
  }

  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_ENDPOINT, localhost:4318, not a URL such as http",
    "OTEL_EXPORTER_OTLP_ENDPOINT, not a url, not a URL such as http",
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://h:99999, not a URL such as http",
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://user:secret@h, OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, ftp://h, not a URL such as http",
    "OTEL_EXPORTER_OTLP_PROTOCOL, grpc, only http/protobuf",
    "OTEL_EXPORTER_OTLP_TIMEOUT, soon, number of milliseconds",
    "OTEL_EXPORTER_OTLP_HEADERS, novalue, name=value",
    "OTEL_EXPORTER_OTLP_HEADERS, bad name=1, does not allow",
  })
  void namesTheVariableThatIsWrong(String name, String value, String problem) {
    variables.put(ENDPOINT, "http://127.0.0.1:4318");
    variables.put(name, value);

    assertThatThrownBy(() -> read(null))
        .isInstanceOf(InvalidOtlpSetting.class)
        .hasMessageContaining(name)
        .hasMessageContaining(problem)
        .hasMessageNotContaining("secret");
  }
}
