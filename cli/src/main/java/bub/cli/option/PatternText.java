package bub.cli.option;

import bub.protocol.Address;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a pattern for addresses, such as {@code tg:*}. */
public final class PatternText implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    if (Address.isValid(text)) {
      return text;
    }
    throw new TypeConversionException(
        "'" + text + "' is not a pattern: use 1 to 256 characters without white space");
  }
}
