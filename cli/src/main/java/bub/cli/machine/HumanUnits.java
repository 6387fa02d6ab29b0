package bub.cli.machine;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Sizes, times and numbers for people. */
public final class HumanUnits {
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");

  private static final double MILLION = 1_000_000;
  private static final String SCALES = " kMGTP";

  private HumanUnits() {}

  /** {@code 85 MiB}, {@code 1.5 GiB}. */
  public static String bytes(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < UNITS.size() - 1) {
      amount /= 1024;
      unit++;
    }
    boolean isRound = unit == 0 || amount >= 10 || amount == Math.rint(amount);
    return String.format(Locale.ROOT, isRound ? "%.0f %s" : "%.1f %s", amount, UNITS.get(unit));
  }

  /** {@code 40 s}, {@code 5 min}, {@code 2 h 5 min}, {@code 3 d 4 h}. */
  public static String time(Duration time) {
    if (time.toDays() > 0) {
      return time.toDays() + " d" + rest(time.toHoursPart(), " h");
    }
    if (time.toHours() > 0) {
      return time.toHours() + " h" + rest(time.toMinutesPart(), " min");
    }
    return time.toMinutes() > 0 ? time.toMinutes() + " min" : Math.max(0, time.toSeconds()) + " s";
  }

  /** Same as {@link #time}, and {@code 300 ms} for a limit below a second. */
  public static String limit(Duration limit) {
    boolean isShort = limit.isPositive() && limit.compareTo(Duration.ofSeconds(1)) < 0;
    return isShort ? Math.max(1, limit.toMillis()) + " ms" : time(limit);
  }

  private static String rest(int amount, String unit) {
    return amount == 0 ? "" : " " + amount + unit;
  }

  /** {@code 1,204}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 0/s}, {@code 2.5/s}, {@code 1,204/s}, {@code 1.2M/s}. */
  public static String rate(double perSecond) {
    return compact(perSecond) + "/s";
  }

  private static String compact(double number) {
    if (number == 0 || number >= 9.95 && number < MILLION) {
      return number(Math.round(number));
    }
    double amount = number;
    int scale = 0;
    while (amount >= 1_000 && scale < SCALES.length() - 1) {
      amount /= 1_000;
      scale++;
    }
    return String.format(Locale.ROOT, "%.1f%s", amount, SCALES.substring(scale, scale + 1).strip());
  }

  /** {@code 0.42 ms}, {@code 3.1 ms}, {@code 512 ms}, {@code 1.5 s}, {@code 2 min}. */
  public static String millis(double millis) {
    if (millis >= 60_000) {
      return time(Duration.ofMillis((long) millis));
    }
    if (millis >= 1_000) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1_000);
    }
    int decimals = millis < 1 ? 2 : millis < 10 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f ms", millis);
  }

  /** {@code 1 peer}, {@code 3 peers}, {@code no peers}. */
  public static String count(long number, String thing) {
    if (number == 1) {
      return "1 " + thing;
    }
    return (number == 0 ? "no" : number(number)) + " " + thing + "s";
  }
}
