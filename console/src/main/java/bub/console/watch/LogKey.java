package bub.console.watch;

import bub.protocol.ActivityRow;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Number that identifies and orders the rows of the log for browsers: the id on a single bus, and
 * the time in a cluster, where each node counts its own ids.
 */
public final class LogKey {
  // Two bits tell most messages of one microsecond apart. The keys stay below 2^53, which is what
  // JavaScript can count to, until the year 2041.
  private static final int MORE_BITS = 2;

  /** No log has so many rows, and no clock shows a time so long ago. */
  private static final long FIRST_TIME = 1L << 52;

  private LogKey() {}

  public static long of(ActivityRow row) {
    if (row.node() == null) {
      return row.id();
    }
    int spread = row.messageId().hashCode() * 0x9E3779B9;
    return micros(row) << MORE_BITS | spread >>> 32 - MORE_BITS;
  }

  /** Returns the time of a row in microseconds since 1970; 0 when it is not a time. */
  public static long micros(ActivityRow row) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(row.ts()));
    } catch (DateTimeException | ArithmeticException odd) {
      return 0;
    }
  }

  /** True for a key of a cluster. */
  public static boolean isTime(long key) {
    return key >= FIRST_TIME && key != Long.MAX_VALUE;
  }

  public static long microsOf(long key) {
    return key >> MORE_BITS;
  }

  public static long at(long micros) {
    return micros << MORE_BITS;
  }

  public static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
