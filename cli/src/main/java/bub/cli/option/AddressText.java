package bub.cli.option;

import bub.protocol.Address;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a bus address, such as {@code agent:worker}. */
public final class AddressText implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    if (Address.isValid(text)) {
      return text;
    }
    throw new TypeConversionException(
        "'" + text + "' is not an address: use 1 to 256 characters without white space");
  }
}
