package bub.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter for a whole number within bounds. */
public abstract class WholeNumber implements ITypeConverter<Integer> {
  private final String kind;
  private final int lowest;
  private final int highest;

  private WholeNumber(String kind, int lowest, int highest) {
    this.kind = kind;
    this.lowest = lowest;
    this.highest = highest;
  }

  @Override
  public Integer convert(String text) {
    try {
      int number = Integer.parseInt(text.strip());
      if (number >= lowest && number <= highest) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // The exception below covers this case, like a number out of bounds.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a " + kind + " from " + lowest + " to " + highest);
  }

  public static final class PositiveNumber extends WholeNumber {
    public PositiveNumber() {
      super("whole number", 1, Integer.MAX_VALUE);
    }
  }

  /** Accepts a whole number from 0, where 0 usually means no limit. */
  public static final class NonNegativeNumber extends WholeNumber {
    public NonNegativeNumber() {
      super("whole number", 0, Integer.MAX_VALUE);
    }
  }

  /** Accepts a port to listen on; 0 stands for any free port. */
  public static final class PortNumber extends WholeNumber {
    public PortNumber() {
      super("port", 0, 65_535);
    }
  }
}
