package bub.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reader of {@code OTEL_…} variables; an empty variable counts as unset. */
record OtlpVariables(Function<String, @Nullable String> environment) {
  private static final String GENERAL = "OTEL_EXPORTER_OTLP_";
  private static final String TRACES = GENERAL + "TRACES_";
  private static final int MAX_PORT = 65_535;
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Pattern MILLIS = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  @Nullable String get(String name) {
    String value = environment.apply(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** Returns the value for traces, or else the general one. */
  @Nullable String ofTraces(String setting) {
    String own = get(TRACES + setting);
    return own == null ? get(GENERAL + setting) : own;
  }

  private String nameOf(String setting) {
    return (get(TRACES + setting) == null ? GENERAL : TRACES) + setting;
  }

  @Nullable URI url(String name) throws InvalidOtlpSetting {
    String text = get(name);
    try {
      return text == null ? null : checked(name, new URI(text));
    } catch (URISyntaxException malformed) {
      throw noUrl(name, text);
    }
  }

  static URI checked(String name, URI url) throws InvalidOtlpSetting {
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (!SCHEMES.contains(scheme) || url.getHost() == null || url.getPort() > MAX_PORT) {
      throw noUrl(name, url.toString());
    }
    if (url.getUserInfo() != null || url.getQuery() != null || url.getFragment() != null) {
      throw new InvalidOtlpSetting(
          name
              + " must be a URL without user, query and fragment: put keys into"
              + " OTEL_EXPORTER_OTLP_HEADERS");
    }
    return URI.create(scheme + url.toString().substring(scheme.length()));
  }

  private static InvalidOtlpSetting noUrl(String name, @Nullable String text) {
    return new InvalidOtlpSetting(
        name + " is '" + text + "', which is not a URL such as http://127.0.0.1:4318");
  }

  @Nullable Duration millis(String setting) throws InvalidOtlpSetting {
    String text = ofTraces(setting);
    if (text != null && !MILLIS.matcher(text).matches()) {
      throw new InvalidOtlpSetting(
          nameOf(setting) + " is '" + text + "', which is not a number of milliseconds");
    }
    return text == null ? null : Duration.ofMillis(Long.parseLong(text));
  }

  /** Does not quote values, because they are often keys. */
  Map<String, String> headers() throws InvalidOtlpSetting {
    String name = nameOf("HEADERS");
    Map<String, String> headers = pairs(name);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (!HEADER_NAME.matcher(header.getKey()).matches()
          || header.getValue().chars().anyMatch(Character::isISOControl)) {
        throw new InvalidOtlpSetting(name + " has a header that HTTP does not allow");
      }
    }
    return headers;
  }

  /** Reads {@code name=value,name=value}, with values as in a URL. */
  Map<String, String> pairs(String name) throws InvalidOtlpSetting {
    var pairs = new TreeMap<String, String>();
    String text = get(name);
    if (text == null) {
      return pairs;
    }
    for (String pair : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        pairs.put(pair.substring(0, equals).strip(), decoded(pair.substring(equals + 1).strip()));
      } else if (!pair.isBlank()) {
        throw new InvalidOtlpSetting(name + " must have the form name=value,name=value");
      }
    }
    return pairs;
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException plain) {
      return value;
    }
  }
}
