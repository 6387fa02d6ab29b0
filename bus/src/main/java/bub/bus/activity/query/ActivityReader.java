package bub.bus.activity.query;

import bub.bus.activity.file.LogArchive;
import bub.bus.activity.file.LogConnections;
import bub.bus.activity.file.LogFiles;
import bub.bus.activity.file.LogSchema;
import bub.bus.activity.file.LogUnusable;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a log's files, which works with and without a bus that writes them. It blocks. Each
 * query opens its own connections, so it is safe for any platform thread.
 */
public final class ActivityReader implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int OPENING_ATTEMPTS = 3;

  private final LogFiles files;
  private final Duration timeout;
  private final long payloadBytes;

  public ActivityReader(LogFiles files, Duration timeout, long payloadBytes) {
    this.files = files;
    this.timeout = timeout;
    this.payloadBytes = payloadBytes;
  }

  public static ActivityReader open(Path file) {
    var files = new LogFiles(file);
    try {
      if (!Files.exists(files.active()) && files.archives().isEmpty()) {
        throw new LogUnusable("there is no activity log at " + files.active(), null);
      }
    } catch (IOException unreadable) {
      throw LogUnusable.unreachable(files.active(), unreadable);
    }
    return new ActivityReader(files, TIMEOUT, PayloadBudget.ONE_PROCESS);
  }

  public ActivityRows query(ActivityFilter filter) {
    var page = new QueryPage(filter, new PayloadBudget(payloadBytes));
    // Open the active file first: one that is archived from now on is then seen twice, not missed.
    try (Connection active = connect(files.active())) {
      List<LogArchive> archives = files.archives();
      switch (page.order()) {
        case NEWEST_FIRST -> backwards(active, archives, filter, page);
        case OLDEST_FIRST -> forwards(active, archives, filter, page);
      }
      return page.rows();
    } catch (SQLException | IOException unreadable) {
      throw new QueryRefused("the activity log cannot be read: " + unreadable, unreadable);
    }
  }

  /** No file stays open between queries, so that the bus can archive its file at any time. */
  @Override
  public void close() {}

  private void backwards(
      @Nullable Connection active, List<LogArchive> archives, ActivityFilter filter, QueryPage page)
      throws SQLException {
    IdRange ids = IdRange.of(filter);
    var deadline = new QueryDeadline(timeout);
    if (active != null) {
      scan(active, filter, ids, page, deadline);
      ids = ids.below(firstId(active));
    }
    for (LogArchive archive : archives.reversed()) {
      scan(archive, filter, ids.within(archive), page, deadline);
    }
  }

  private void forwards(
      @Nullable Connection active, List<LogArchive> archives, ActivityFilter filter, QueryPage page)
      throws SQLException {
    IdRange ids = IdRange.of(filter);
    var deadline = new QueryDeadline(timeout);
    for (LogArchive archive : archives) {
      scan(archive, filter, ids.within(archive), page, deadline);
      ids = ids.above(archive.lastId());
    }
    if (active != null) {
      scan(active, filter, ids, page, deadline);
    }
  }

  private void scan(
      LogArchive archive,
      ActivityFilter filter,
      IdRange ids,
      QueryPage page,
      QueryDeadline deadline)
      throws SQLException {
    if (page.isFull() || ids.isEmpty()) {
      return;
    }
    try (Connection connection = connect(archive.path())) {
      if (connection != null) {
        scan(connection, filter, ids, page, deadline);
      }
    }
  }

  private static void scan(
      Connection file, ActivityFilter filter, IdRange ids, QueryPage page, QueryDeadline deadline)
      throws SQLException {
    if (ids.isEmpty()) {
      return;
    }
    try (var names = new AddressNames(file)) {
      new FileScan(file, names, filter, ids).into(page, deadline);
    }
  }

  private static long firstId(Connection file) throws SQLException {
    try (Statement statement = file.createStatement()) {
      return LogConnections.number(
          statement, "SELECT ifnull(min(id), 9223372036854775807) FROM entry");
    }
  }

  /** Returns null when the file does not exist (deleted by retention) or is still being created. */
  private static @Nullable Connection connect(Path file) throws SQLException {
    for (int left = OPENING_ATTEMPTS; Files.exists(file); left--) {
      try {
        return open(file, LogConnections.reading(file));
      } catch (SQLException goneMeanwhile) {
        // The file was deleted or replaced between the check and the opening: check again.
        if (left == 1) {
          throw goneMeanwhile;
        }
      }
    }
    return null;
  }

  private static @Nullable Connection open(Path file, Connection connection) throws SQLException {
    boolean isOurs = false;
    try (Statement statement = connection.createStatement()) {
      long version = LogConnections.number(statement, "PRAGMA user_version");
      if (version != 0 && (version < LogSchema.OLDEST || version > LogSchema.VERSION)) {
        throw new SQLException("another version of bub wrote " + file);
      }
      isOurs = version != 0;
      return isOurs ? connection : null;
    } finally {
      if (!isOurs) {
        connection.close();
      }
    }
  }
}
