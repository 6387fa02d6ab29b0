package bub.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.otlp.OtlpSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class OtlpOptionsTest {
  private final OtlpOptions options = new OtlpOptions();

  @Test
  void withoutAnEndpointNothingIsExported() throws Exception {
    assertThat(options.settings(false, _ -> null)).isNull();
    assertThat(options.settings(true, _ -> null)).isNull();
  }

  @Test
  void theOptionNamesTheCollector() throws Exception {
    new CommandLine(options).parseArgs("--otlp-endpoint", "http://127.0.0.1:4318");

    assertThat(options.settings(false, _ -> null))
        .extracting(OtlpSettings::endpoint)
        .hasToString("http://127.0.0.1:4318/v1/traces");
  }

  @Test
  void aWrongVariableIsAUsageError() {
    var variables = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318");

    CommandFailure refused =
        catchThrowableOfType(CommandFailure.class, () -> options.settings(false, variables::get));

    assertThat(refused.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(refused)
        .hasMessage(
            "OTEL_EXPORTER_OTLP_ENDPOINT is 'localhost:4318', which is not a URL such as"
                + " http://127.0.0.1:4318.");
  }

  @Test
  void theExportNeedsTheActivityLog() {
    new CommandLine(options).parseArgs("--otlp-endpoint", "http://127.0.0.1:4318");

    CommandFailure refused =
        catchThrowableOfType(CommandFailure.class, () -> options.settings(true, _ -> null));

    assertThat(refused.exitCode()).isEqualTo(ExitCodes.CONFIG);
    assertThat(refused).hasMessageContaining("activity log");
  }
}
