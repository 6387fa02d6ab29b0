package bub.cli.option;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts an amount of CPU time as systemd writes it, such as {@code 200%} for two CPUs. */
public final class CpuShare implements ITypeConverter<String> {
  private static final Pattern FORM = Pattern.compile("[1-9][0-9]{0,5}%");

  @Override
  public String convert(String text) {
    if (FORM.matcher(text).matches()) {
      return text;
    }
    throw new TypeConversionException("'" + text + "' is not a share of a CPU such as 50% or 200%");
  }
}
