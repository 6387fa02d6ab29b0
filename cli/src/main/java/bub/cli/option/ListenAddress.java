package bub.cli.option;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a host and a port to listen on, such as {@code 127.0.0.1:7894}. */
public final class ListenAddress implements ITypeConverter<InetSocketAddress> {
  private static final int HIGHEST_PORT = 65_535;

  @Override
  public InetSocketAddress convert(String text) {
    URI place = parse(text);
    if (place == null
        || place.getHost() == null
        || place.getPort() < 0
        || place.getPort() > HIGHEST_PORT) {
      throw new TypeConversionException(
          "'" + text + "' is not a host and a port such as 127.0.0.1:7894");
    }
    return new InetSocketAddress(place.getHost(), place.getPort());
  }

  private static @Nullable URI parse(String text) {
    try {
      return new URI("http://" + text.strip());
    } catch (URISyntaxException malformed) {
      return null;
    }
  }
}
