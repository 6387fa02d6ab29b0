package bub.bus.activity;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Microseconds since 1970, as the log counts them, and the text that it shows. */
final class Timestamps {
  private static final DateTimeFormatter RFC_3339 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  static String text(long micros) {
    return RFC_3339.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  /** {@code time} in microseconds; times too far away for that become the farthest ones. */
  static long micros(Instant time) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    } catch (ArithmeticException tooFar) {
      return time.isAfter(Instant.EPOCH) ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }
}
