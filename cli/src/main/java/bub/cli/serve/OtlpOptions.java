package bub.cli.serve;

import bub.cli.option.InSection;
import bub.cli.option.NetworkUrl.CollectorUrl;
import bub.cli.option.Section;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.otlp.InvalidOtlpSetting;
import bub.otlp.OtlpSettings;
import java.net.URI;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the OpenTelemetry export of turns. */
@InSection(Section.BUS)
final class OtlpOptions {
  @Option(
      names = "--otlp-endpoint",
      paramLabel = "URL",
      converter = CollectorUrl.class,
      description =
          "Export turns as OpenTelemetry traces over OTLP/HTTP to this collector, such as"
              + " http://127.0.0.1:4318 (default: OTEL_EXPORTER_OTLP_ENDPOINT, or no export).")
  private @Nullable URI endpoint;

  /** Returns null when nothing shall be exported. */
  @Nullable OtlpSettings settings(boolean logIsOff, Function<String, @Nullable String> environment)
      throws CommandFailure {
    OtlpSettings settings;
    try {
      settings = OtlpSettings.read(endpoint, environment);
    } catch (InvalidOtlpSetting invalid) {
      throw new CommandFailure(
          ExitCodes.USAGE,
          invalid.getMessage() + ".",
          "To start without the OpenTelemetry export, set OTEL_SDK_DISABLED=true");
    }
    if (settings != null && logIsOff) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "The OpenTelemetry export needs the activity log, which is off.",
          "Remove --activity-log off, or set OTEL_SDK_DISABLED=true");
    }
    return settings;
  }
}
