package bub.cli.screen;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Duration as people write it: {@code 250ms}, {@code 30s}, {@code 10m}, {@code 90d}. */
public final class TimeSpan {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

  private TimeSpan() {}

  public static Duration parse(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a time span such as 30s, 10m or 90d");
    }
    long amount = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  public static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return parse(text);
    }
  }
}
