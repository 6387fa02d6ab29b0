package bub.cli.option;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts the host name or the IP address that a server listens on, without a port. */
public final class ListenHost implements ITypeConverter<String> {
  private static final Pattern FORM =
      Pattern.compile("[A-Za-z0-9_.-]+|\\[?[0-9a-fA-F:.]+(%[A-Za-z0-9_.-]+)?]?");

  @Override
  public String convert(String text) {
    if (FORM.matcher(text).matches()) {
      return text;
    }
    throw new TypeConversionException(
        "'" + text + "' is not a host such as 127.0.0.1, without a port");
  }
}
