package bub.bus.activity.query;

import bub.bus.activity.event.Timestamps;
import bub.protocol.ActivityFilter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Time range of a query: {@code since} is inclusive, {@code until} exclusive. */
record TimeRange(long since, long until) {
  /** Maximum time span of an entry. Its events are within one tick, unless the bus was stalled. */
  private static final long LONGEST_ENTRY = TimeUnit.MINUTES.toMicros(1);

  private static final String IDS =
      "SELECT ifnull(min(id), 1), ifnull(max(id), 0) FROM entry WHERE ts >= ? AND ts < ?";

  static TimeRange of(ActivityFilter filter) {
    return new TimeRange(
        filter.since() == null ? Long.MIN_VALUE : Timestamps.micros(filter.since()),
        filter.until() == null ? Long.MAX_VALUE : Timestamps.micros(filter.until()));
  }

  boolean isUnbounded() {
    return since == Long.MIN_VALUE && until == Long.MAX_VALUE;
  }

  boolean contains(long ts) {
    return ts >= since && ts < until;
  }

  /** Uses the index of times, not the order of ids, because the clock may have been set back. */
  IdRange narrow(IdRange ids, Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(IDS)) {
      statement.setLong(1, Math.max(since, Long.MIN_VALUE + LONGEST_ENTRY) - LONGEST_ENTRY);
      statement.setLong(2, until);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return new IdRange(
            Math.max(ids.low(), result.getLong(1)), Math.min(ids.high(), result.getLong(2)));
      }
    }
  }
}
