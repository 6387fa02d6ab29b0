package bub.cli.screen;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A port to listen on; 0 stands for any that is free. */
public final class PortNumber implements ITypeConverter<Integer> {
  private static final int HIGHEST = 65_535;

  @Override
  public Integer convert(String text) {
    try {
      int port = Integer.parseInt(text.strip());
      if (port >= 0 && port <= HIGHEST) {
        return port;
      }
    } catch (NumberFormatException no) {
      // Said below.
    }
    throw new TypeConversionException("'" + text + "' is not a port: 0 to " + HIGHEST);
  }
}
