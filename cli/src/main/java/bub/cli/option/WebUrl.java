package bub.cli.option;

import java.net.URI;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

/** Accepts the URL of a web server, such as {@code https://api.example.com}. */
public final class WebUrl implements ITypeConverter<URI> {
  private static final List<String> SCHEMES = List.of("http", "https");

  @Override
  public URI convert(String text) {
    return NetworkUrl.parse(text, SCHEMES, "a URL such as https://api.example.com");
  }
}
