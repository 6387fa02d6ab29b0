package bub.bench.measure;

import java.time.Duration;

/** Results of one server. */
public sealed interface ReportRow {
  String name();

  record Measured(String name, WindowSummary summary, Duration startup, long residentKib)
      implements ReportRow {}

  record Absent(String name, String why) implements ReportRow {}
}
