package bub.bus.activity.event;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Conversion between the log's microseconds since 1970 and their text form. */
public final class Timestamps {
  private static final DateTimeFormatter RFC_3339 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  public static String text(long micros) {
    return RFC_3339.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  /** Returns {@code time} in microseconds. A time out of range becomes the nearest limit. */
  public static long micros(Instant time) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    } catch (ArithmeticException tooFar) {
      return time.isAfter(Instant.EPOCH) ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }
}
