package bub.cli.option;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter for a URL with a host and one of these schemes. */
public abstract class NetworkUrl implements ITypeConverter<URI> {
  private final List<String> schemes;
  private final String form;

  private NetworkUrl(List<String> schemes, String form) {
    this.schemes = schemes;
    this.form = form;
  }

  @Override
  public URI convert(String text) {
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

  public static final class BusUrl extends NetworkUrl {
    public BusUrl() {
      super(List.of("ws", "wss"), "a bus URL such as ws://127.0.0.1:7892");
    }
  }

  public static final class CollectorUrl extends NetworkUrl {
    public CollectorUrl() {
      super(List.of("http", "https"), "a URL such as http://127.0.0.1:4318");
    }
  }

  public static final class WebUrl extends NetworkUrl {
    public WebUrl() {
      super(List.of("http", "https"), "a URL such as https://api.example.com");
    }
  }
}
