package bub.bus.activity.file;

import bub.store.StorageFault;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteException;

/** Failure to open the activity log; the message gives the operator a remedy. */
public final class LogUnusable extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LogUnusable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public static LogUnusable of(Path file, SQLException cause) {
    StorageFault fault = StorageFault.of(cause);
    if (fault == null) {
      return cause instanceof SQLiteException ? unreachable(file, cause) : unsuitable(file, cause);
    }
    return fault == StorageFault.DAMAGED ? damaged(file, cause) : unreachable(file, cause);
  }

  private static LogUnusable damaged(Path file, Throwable cause) {
    return new LogUnusable(
        """
        cannot use the activity log %s: %s
          start with a new log:    mv %s %s.damaged
          recover the rows later:  sqlite3 %s.damaged .recover > rows.sql\
        """
            .formatted(file, cause.getMessage(), file, file, file),
        cause);
  }

  private static LogUnusable unsuitable(Path file, Throwable cause) {
    return new LogUnusable(
        """
        cannot use %s as the activity log: %s
          move the file away, or choose another file for the log\
        """
            .formatted(file, cause.getMessage()),
        cause);
  }

  public static LogUnusable unreachable(Path file, Throwable cause) {
    return new LogUnusable(
        """
        cannot write the activity log %s: %s
          free disk space, give this user write access to %s, or choose another log directory\
        """
            .formatted(file, words(cause), file.getParent()),
        cause);
  }

  private static String words(Throwable cause) {
    StorageFault fault = StorageFault.of(cause);
    return fault == null ? String.valueOf(cause.getMessage()) : fault.words();
  }

  static LogUnusable inUse(Path file) {
    return new LogUnusable(
        """
        another process is using the activity log %s
          stop the other bus, or choose another log file for this bus\
        """
            .formatted(file),
        null);
  }
}
