package bub.cli.screen;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a port to listen on; 0 stands for any free port. */
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
      // The exception below covers this case.
    }
    throw new TypeConversionException("'" + text + "' is not a port from 0 to " + HIGHEST);
  }
}
