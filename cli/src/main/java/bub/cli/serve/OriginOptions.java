package bub.cli.serve;

import bub.bus.server.AllowedSources;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.screen.HostName;
import bub.cli.screen.WordForm;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/**
 * Options for the web pages that may connect to a bus, and for the host names that they may use.
 */
@InSection(Section.SECURITY)
final class OriginOptions {
  @Option(
      names = "--allow-origin",
      split = ",",
      paramLabel = "ORIGIN",
      converter = OriginForm.class,
      description =
          "Accept connections from web pages of this origin, such as https://app.example.com.")
  private List<String> origins = List.of();

  @Option(
      names = "--allow-host",
      split = ",",
      paramLabel = "NAME",
      converter = HostName.class,
      description = "Accept requests to the bus under this host name, in addition to its address.")
  private List<String> hosts = List.of();

  @Option(
      names = "--behind-tls-proxy",
      description = "Declare that a proxy in front of the bus provides TLS.")
  private boolean behindTlsProxy;

  boolean isBehindTls() {
    return behindTlsProxy;
  }

  AllowedSources allowed() {
    return new AllowedSources(origins, hosts);
  }

  /**
   * Accepts an origin as browsers send it. Rejects "null", because any page can have that origin.
   */
  static final class OriginForm implements ITypeConverter<String> {
    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9+.-]*://[^/?#@*\\s]+");

    @Override
    public String convert(String text) {
      return WordForm.check(
          FORM, text, "is not an origin such as https://app.example.com, without a path");
    }
  }
}
