package bub.cli.screen;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Number of bytes as people write it: {@code 4096}, {@code 64KiB}, {@code 1GB}. */
public record ByteSize(long bytes) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,15})\\s*([kmgt]?)i?b?");

  public static ByteSize parse(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size such as 64KiB or 1GiB");
    }
    int shift = 10 * " kmgt".indexOf(form.group(2).isEmpty() ? " " : form.group(2));
    long bytes = Long.parseLong(form.group(1));
    if (bytes > Long.MAX_VALUE >> shift) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
    return new ByteSize(bytes << shift);
  }

  public static final class Converter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
      return parse(text);
    }
  }
}
