package bub.cli.screen;

import java.time.Duration;
import java.time.Instant;

/** Elapsed time for people: {@code 5 min}. */
public final class Age {
  private Age() {}

  public static String of(Instant since) {
    Duration age = Duration.between(since, Instant.now());
    if (age.toDays() > 0) {
      return age.toDays() + " d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + " min" : Math.max(0, age.toSeconds()) + " s";
  }

  public static String ago(Instant then) {
    return of(then) + " ago";
  }
}
