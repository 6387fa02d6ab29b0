package bub.cli.option;

import picocli.CommandLine.TypeConversionException;

/** Parses whole numbers within bounds. */
final class WholeNumber {
  private WholeNumber() {}

  static long parse(String text, long lowest, long highest) {
    try {
      long number = Long.parseLong(text.strip());
      if (number >= lowest && number <= highest) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // The exception below covers this case, like a number out of bounds.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a whole number from " + lowest + " to " + highest);
  }
}
