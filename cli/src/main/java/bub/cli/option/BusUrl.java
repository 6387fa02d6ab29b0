package bub.cli.option;

import java.net.URI;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

/** Accepts the URL of a bus, such as {@code ws://127.0.0.1:7892}. */
public final class BusUrl implements ITypeConverter<URI> {
  private static final List<String> SCHEMES = List.of("ws", "wss");

  @Override
  public URI convert(String text) {
    return NetworkUrl.parse(text, SCHEMES, "a bus URL such as ws://127.0.0.1:7892");
  }
}
