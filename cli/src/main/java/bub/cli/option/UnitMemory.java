package bub.cli.option;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts the memory limit of a unit as systemd writes it, such as {@code 512M}. */
public final class UnitMemory implements ITypeConverter<String> {
  private static final Pattern FORM = Pattern.compile("[1-9][0-9]{0,8}[KMGT]|infinity");

  @Override
  public String convert(String text) {
    if (FORM.matcher(text).matches()) {
      return text;
    }
    throw new TypeConversionException("'" + text + "' is not a size such as 512M, or infinity");
  }
}
