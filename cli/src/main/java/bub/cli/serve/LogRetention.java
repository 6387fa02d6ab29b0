package bub.cli.serve;

import bub.cli.screen.ByteSize;
import bub.cli.screen.TimeSpan;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Retention of old logs: by age, by total size, or both ({@code 30d,10GiB}). */
record LogRetention(@Nullable Duration age, @Nullable Long bytes) {
  static final LogRetention EVERYTHING = new LogRetention(null, null);

  static LogRetention parse(String text) {
    LogRetention retention = EVERYTHING;
    for (String part : text.split(",", -1)) {
      String limit = part.strip();
      retention =
          limit.matches(".*[smhd]")
              ? new LogRetention(TimeSpan.parse(limit), retention.bytes)
              : new LogRetention(retention.age, ByteSize.parse(limit).bytes());
    }
    return retention;
  }

  /** Converter for picocli. */
  static final class Converter implements ITypeConverter<LogRetention> {
    @Override
    public LogRetention convert(String text) {
      try {
        return parse(text);
      } catch (TypeConversionException wrong) {
        throw new TypeConversionException(
            "'" + text + "' is not an age and a size such as 30d,10GiB");
      }
    }
  }
}
