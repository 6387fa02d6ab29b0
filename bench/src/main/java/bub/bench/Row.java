package bub.bench;

import java.time.Duration;

/** What the report says of one server. */
sealed interface Row {
  String name();

  record Measured(String name, Summary summary, Duration startup, long residentKib)
      implements Row {}

  record Absent(String name, String why) implements Row {}
}
