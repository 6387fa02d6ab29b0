package bub.otlp;

import bub.protocol.ClientInfo;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the export, from an option and from the usual {@code OTEL_…} variables.
 *
 * @param endpoint complete URL, including {@code /v1/traces}
 * @param headers headers of every request, such as an API key
 * @param timeout limit for one batch, including its retries
 * @param gzip true when requests are compressed
 * @param resource attributes of this bub, including {@code service.name}
 */
public record OtlpSettings(
    URI endpoint,
    Map<String, String> headers,
    Duration timeout,
    boolean gzip,
    Map<String, String> resource) {
  private static final String PATH = "v1/traces";
  private static final String SERVICE = "service.name";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  public OtlpSettings {
    headers = Map.copyOf(headers);
    resource = Map.copyOf(resource);
  }

  public static OtlpSettings to(URI endpoint) {
    var name = Map.of(SERVICE, "bub");
    return new OtlpSettings(endpoint, Map.of(), DEFAULT_TIMEOUT, false, name);
  }

  public OtlpSettings withTimeout(Duration other) {
    return new OtlpSettings(endpoint, headers, other, gzip, resource);
  }

  /**
   * Returns null when nothing shall be exported.
   *
   * @param base URL of the collector, to which {@code /v1/traces} is added; null when only the
   *     variables count
   */
  public static @Nullable OtlpSettings read(
      @Nullable URI base, Function<String, @Nullable String> environment)
      throws InvalidOtlpSetting {
    var variables = new OtlpVariables(environment);
    URI endpoint = isOff(variables) ? null : endpoint(base, variables);
    if (endpoint == null) {
      return null;
    }
    refuseOtherProtocols(variables);
    Duration timeout = variables.millis("TIMEOUT");
    return new OtlpSettings(
        endpoint,
        variables.headers(),
        timeout == null ? DEFAULT_TIMEOUT : timeout,
        isCompressed(variables),
        resource(variables));
  }

  private static boolean isCompressed(OtlpVariables variables) throws InvalidOtlpSetting {
    return switch (variables.ofTraces("COMPRESSION")) {
      case null -> false;
      case "none" -> false;
      case "gzip" -> true;
      case String other ->
          throw new InvalidOtlpSetting(
              "OTEL_EXPORTER_OTLP_COMPRESSION is '" + other + "'; use gzip or none");
    };
  }

  private static boolean isOff(OtlpVariables variables) {
    String exporters = variables.get("OTEL_TRACES_EXPORTER");
    return "true".equalsIgnoreCase(variables.get("OTEL_SDK_DISABLED"))
        || exporters != null && !List.of(exporters.split("\\s*,\\s*", -1)).contains("otlp");
  }

  private static @Nullable URI endpoint(@Nullable URI base, OtlpVariables variables)
      throws InvalidOtlpSetting {
    if (base != null) {
      return withPath(OtlpVariables.checked("--otlp-endpoint", base));
    }
    URI exact = variables.url("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    URI general = exact == null ? variables.url("OTEL_EXPORTER_OTLP_ENDPOINT") : null;
    return general == null ? exact : withPath(general);
  }

  private static URI withPath(URI base) {
    String text = base.toString();
    if (text.endsWith("/" + PATH)) {
      return base;
    }
    return URI.create(text + (text.endsWith("/") ? "" : "/") + PATH);
  }

  private static void refuseOtherProtocols(OtlpVariables variables) throws InvalidOtlpSetting {
    String protocol = variables.ofTraces("PROTOCOL");
    if (protocol != null && !protocol.equals("http/protobuf")) {
      throw new InvalidOtlpSetting(
          "OTEL_EXPORTER_OTLP_PROTOCOL is '" + protocol + "', but bub exports only http/protobuf");
    }
  }

  private static Map<String, String> resource(OtlpVariables variables) throws InvalidOtlpSetting {
    var attributes = new TreeMap<String, String>();
    attributes.put(SERVICE, "bub");
    attributes.put("service.version", ClientInfo.VERSION);
    attributes.putAll(variables.pairs("OTEL_RESOURCE_ATTRIBUTES"));
    String name = variables.get("OTEL_SERVICE_NAME");
    if (name != null) {
      attributes.put(SERVICE, name);
    }
    return attributes;
  }
}
