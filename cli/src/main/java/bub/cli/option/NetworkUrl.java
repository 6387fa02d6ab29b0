package bub.cli.option;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** Parses URLs with a host. */
final class NetworkUrl {
  private NetworkUrl() {}

  /**
   * Returns the URL in {@code text}.
   *
   * @param form a description of a correct value, for the error message
   */
  static URI parse(String text, List<String> schemes, String form) {
    try {
      var url = new URI(text.strip());
      String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
      if (schemes.contains(scheme) && url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException malformed) {
      // The exception below covers this case, like a URL without a host.
    }
    throw new TypeConversionException("'" + text + "' is not " + form);
  }
}
