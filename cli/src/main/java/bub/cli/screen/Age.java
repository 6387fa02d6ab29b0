package bub.cli.screen;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** How long ago something was, as people say it: {@code 5 min ago}. */
public final class Age {
  private Age() {}

  public static String ago(Instant then) {
    Duration age = Duration.between(then, Instant.now());
    if (age.toDays() > 0) {
      return age.toDays() + " d ago";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h ago";
    }
    return age.toMinutes() > 0
        ? age.toMinutes() + " min ago"
        : String.format(Locale.ROOT, "%d s ago", Math.max(0, age.toSeconds()));
  }
}
