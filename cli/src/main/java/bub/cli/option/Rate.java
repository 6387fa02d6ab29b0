package bub.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a number of events per unit of time; 0 usually means no limit. */
public final class Rate implements ITypeConverter<Double> {
  private static final double HIGHEST = 1e9;

  @Override
  public Double convert(String text) {
    try {
      double rate = Double.parseDouble(text.strip());
      if (rate >= 0 && rate <= HIGHEST) {
        return rate;
      }
    } catch (NumberFormatException notANumber) {
      // The exception below covers this case, like a number out of bounds.
    }
    throw new TypeConversionException("'" + text + "' is not a number of 0 or more");
  }
}
