package bub.bench.measure;

import bub.bench.report.TextTable;
import bub.bench.wire.BenchFailure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Server CPU per message of two builds, measured in turn in one run. */
public record Comparison(Map<String, ReportRow.Measured> rows) {
  public record Pair(String own, String other, boolean isLogging, boolean hasCauses) {}

  public static final List<Pair> PAIRS =
      List.of(
          new Pair("bub, log off", "other build, log off", false, false),
          new Pair("bub, log on", "other build, log on", true, false),
          new Pair("bub, causes", "other build, causes", false, true));

  public static Comparison of(List<ServerUnderTest> entrants) {
    return new Comparison(
        entrants.stream()
            .map(ServerUnderTest::row)
            .collect(Collectors.toMap(ReportRow.Measured::name, Function.identity())));
  }

  @Override
  public String toString() {
    var table = new TextTable("server", "CPU us/msg", "other build", "ratio");
    for (Pair pair : PAIRS) {
      double own = cpuMicros(pair.own());
      double other = cpuMicros(pair.other());
      table.row(pair.own(), figure(own), figure(other), figure(own / other));
    }
    return table + "\n";
  }

  private double cpuMicros(String name) {
    ReportRow.Measured row = rows.get(name);
    if (row == null) {
      throw new BenchFailure("no measurement of " + name);
    }
    return row.summary().cpuMicros();
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
