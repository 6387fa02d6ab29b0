package bub.gateway.mcpclient.oauth;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parameters of the header {@code WWW-Authenticate: Bearer …}. */
record BearerChallenge(Map<String, String> parameters) {
  private static final int LONGEST = 8 * 1024;
  private static final Pattern PARAMETER =
      Pattern.compile("([A-Za-z_]{1,40})\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]++))");

  static BearerChallenge read(@Nullable String header) {
    var parameters = new TreeMap<String, String>();
    if (header != null
        && header.length() <= LONGEST
        && header.toLowerCase(Locale.ROOT).startsWith("bearer")) {
      Matcher found = PARAMETER.matcher(header);
      while (found.find()) {
        String quoted = found.group(2);
        parameters.putIfAbsent(
            found.group(1).toLowerCase(Locale.ROOT),
            quoted == null ? found.group(3) : quoted.replaceAll("\\\\(.)", "$1"));
      }
    }
    return new BearerChallenge(parameters);
  }

  @Nullable String resourceMetadata() {
    return parameters.get("resource_metadata");
  }

  @Nullable String scope() {
    return parameters.get("scope");
  }

  boolean isInsufficientScope() {
    return "insufficient_scope".equals(parameters.get("error"));
  }
}
