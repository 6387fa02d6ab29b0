package bub.agent.tool;

import bub.json.InvalidField;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser for times of a model: {@code 10m}, {@code PT30S}, or a date with an offset. */
final class ScheduledTime {
  static final Duration LATEST = Duration.ofDays(366);

  private static final Duration SOONEST = Duration.ofSeconds(1);
  private static final Pattern SHORT = Pattern.compile("(?:in )?(\\d{1,9}) ?(s|m|h|d)");

  private ScheduledTime() {}

  static Instant read(String field, String text, Instant now) {
    Instant moment;
    try {
      moment = parse(text.strip(), now);
    } catch (DateTimeException | ArithmeticException odd) {
      throw new InvalidField(
          field,
          "must be a delay such as 30s, 10m, 2h, 1d, or a time such as 2026-02-17T12:00:00+01:00");
    }
    if (moment.isAfter(now.plus(LATEST))) {
      throw new InvalidField(field, "must be within a year");
    }
    return moment.isBefore(now.plus(SOONEST)) ? now.plus(SOONEST) : moment;
  }

  private static Instant parse(String text, Instant now) {
    Matcher brief = SHORT.matcher(text);
    if (brief.matches()) {
      long amount = Long.parseLong(brief.group(1));
      return now.plus(
          switch (brief.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
          });
    }
    return text.startsWith("P")
        ? now.plus(Duration.parse(text))
        : OffsetDateTime.parse(text).toInstant();
  }
}
