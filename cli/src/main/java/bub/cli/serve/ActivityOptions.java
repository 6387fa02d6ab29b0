package bub.cli.serve;

import bub.bus.activity.file.ActivitySettings;
import bub.cli.connect.BubDirectories;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.screen.ByteSize;
import bub.cli.screen.TimeSpan;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the activity log: its location, content and retention. */
@InSection(Section.ACTIVITY_LOG)
final class ActivityOptions {
  @Option(
      names = "--activity-log",
      paramLabel = "FILE|off",
      description =
          "Record messages in FILE, or turn the log off (default: activity.db in the state"
              + " directory).")
  @Nullable String activityLog;

  @Option(
      names = "--activity-payloads",
      defaultValue = "full",
      paramLabel = "full|none",
      description = "Record payloads in full or not at all (default: ${DEFAULT-VALUE}).")
  ActivitySettings.Payloads activityPayloads = ActivitySettings.Payloads.FULL;

  @Option(
      names = "--activity-rotate",
      defaultValue = "256MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Start a new file when the log reaches this size (default: ${DEFAULT-VALUE}).")
  ByteSize activityRotate = new ByteSize(0);

  @Option(
      names = "--activity-retention",
      paramLabel = "AGE[,SIZE]",
      converter = LogRetention.Converter.class,
      description =
          "Delete old log files by age and total size, such as 30d,10GiB (default: keep"
              + " everything).")
  LogRetention activityRetention = LogRetention.EVERYTHING;

  /** Returns null when the log is off. */
  @Nullable ActivitySettings settings(BubDirectories directories) {
    if ("off".equals(activityLog)) {
      return null;
    }
    Path file =
        activityLog == null ? directories.state().resolve("activity.db") : Path.of(activityLog);
    return new ActivitySettings(
        file,
        activityPayloads,
        activityRotate.bytes(),
        activityRetention.age(),
        activityRetention.bytes(),
        ActivitySettings.QUEUE_BYTES);
  }

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
}
