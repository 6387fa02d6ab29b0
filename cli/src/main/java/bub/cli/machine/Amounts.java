package bub.cli.machine;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Sizes, times and numbers as people read them. */
public final class Amounts {
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");

  private Amounts() {}

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

  private static String rest(int amount, String unit) {
    return amount == 0 ? "" : " " + amount + unit;
  }

  /** {@code 1,204}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1 peer}, {@code 3 peers}, {@code no peers}. */
  public static String count(long number, String thing) {
    if (number == 1) {
      return "1 " + thing;
    }
    return (number == 0 ? "no" : number(number)) + " " + thing + "s";
  }
}
