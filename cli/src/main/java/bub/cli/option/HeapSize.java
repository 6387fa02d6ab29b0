package bub.cli.option;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Accepts a Java heap size as the JVM writes it, such as {@code 64m}. */
public final class HeapSize implements ITypeConverter<String> {
  private static final Pattern FORM = Pattern.compile("[1-9][0-9]{0,8}[kKmMgG]");

  @Override
  public String convert(String text) {
    if (FORM.matcher(text).matches()) {
      return text;
    }
    throw new TypeConversionException("'" + text + "' is not a heap size such as 64m or 1g");
  }
}
