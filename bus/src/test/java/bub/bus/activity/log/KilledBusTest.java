package bub.bus.activity.log;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.file.LogArchive;
import bub.bus.activity.file.LogFiles;
import bub.protocol.ActivityRow;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process is killed without warning while it writes and rotates the log. */
class KilledBusTest {
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int TICKS = 60;

  @TempDir Path folder;

  /** Number of messages that the other process had passed on, and the time of its report. */
  private record Report(long heardAt, long messages) {}

  @Test
  void losesNothingThatWasHandedOverLongerThanAMomentAgo() throws Exception {
    Path file = folder.resolve("activity.db");
    List<Report> reports = killAfterAWhile(file);
    long killedAt = System.nanoTime();
    long safe =
        reports.stream()
            .filter(report -> killedAt - report.heardAt() > GRACE_NANOS)
            .mapToLong(Report::messages)
            .max()
            .orElse(0);
    assertThat(safe).isPositive();

    try (var log = LogUnderTest.with(LogUnderTest.rotatingAt(folder, EndlessWriter.ROTATE))) {
      List<ActivityRow> rows = log.allRows();
      assertThat(rows.size() / 4).isGreaterThanOrEqualTo((int) safe);
      assertThat(rows)
          .extracting(ActivityRow::id)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, rows.size()).boxed().toList());
      assertThat(new LogFiles(file).archives()).isNotEmpty();
      for (LogArchive archive : new LogFiles(file).archives()) {
        assertThat(LogUnderTest.sql(archive.path(), "PRAGMA integrity_check"))
            .containsExactly(List.of("ok"));
      }
      assertThat(log.sql("PRAGMA integrity_check")).containsExactly(List.of("ok"));

      log.deliver("after");
      assertThat(log.rowsOf("after").getFirst().id()).isEqualTo(rows.size() + 1);
    }
  }

  private static List<Report> killAfterAWhile(Path file) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessWriter.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var reports = new ArrayList<Report>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      while (reports.size() < TICKS) {
        String line = lines.readLine();
        assertThat(line).isNotNull();
        if (line.startsWith("handed over ")) {
          long messages = Long.parseLong(line.substring("handed over ".length()));
          reports.add(new Report(System.nanoTime(), messages));
        }
      }
    } finally {
      writer.destroyForcibly().waitFor();
    }
    return reports;
  }
}
