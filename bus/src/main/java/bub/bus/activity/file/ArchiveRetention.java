package bub.bus.activity.file;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rule that deletes archives beyond the limits on age and total size. Writer thread only. */
final class ArchiveRetention {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveRetention.class);

  private final LogFiles files;
  private final @Nullable Duration age;
  private final @Nullable Long bytes;
  private final LongSupplier epochMicros;

  ArchiveRetention(LogFiles files, ActivitySettings settings, LongSupplier epochMicros) {
    this.files = files;
    this.age = settings.retentionAge();
    this.bytes = settings.retentionBytes();
    this.epochMicros = epochMicros;
  }

  /** Spares the newest {@code spared} archives. A failure is logged and never stops the log. */
  void enforce(int spared) {
    try {
      List<LogArchive> archives = files.archives();
      long excess = bytes == null ? 0 : sizeOf(archives) - bytes;
      for (LogArchive archive : archives.subList(0, Math.max(0, archives.size() - spared))) {
        if (excess <= 0 && !isTooOld(archive)) {
          return;
        }
        excess -= Files.size(archive.path());
        Files.deleteIfExists(archive.path());
        LOG.info("Deleted {} to keep the activity log within its limits", archive.path());
      }
    } catch (IOException | SQLException failure) {
      LOG.warn("Could not delete old files of the activity log: {}", failure.toString());
    }
  }

  private long sizeOf(List<LogArchive> archives) throws IOException {
    long size = Files.exists(files.active()) ? Files.size(files.active()) : 0;
    for (LogArchive archive : archives) {
      size += Files.size(archive.path());
    }
    return size;
  }

  private boolean isTooOld(LogArchive archive) throws SQLException {
    if (age == null) {
      return false;
    }
    try (Connection connection = LogConnections.reading(archive.path());
        Statement statement = connection.createStatement()) {
      long newest = LogConnections.number(statement, "SELECT max(ts) FROM entry");
      return newest < epochMicros.getAsLong() - TimeUnit.MICROSECONDS.convert(age);
    }
  }
}
