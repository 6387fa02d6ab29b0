package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.doctor.CheckRunner.CheckResult;
import bub.cli.doctor.Finding.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CheckRunnerTest {
  private record Scripted(String name, Callable<Finding> script) implements Check {
    @Override
    public Finding look() throws Exception {
      return script.call();
    }
  }

  @Test
  void tellsInOrderWhateverTakesLongest() throws InterruptedException {
    var second = new CountDownLatch(1);
    var slow =
        new Scripted(
            "slow",
            () -> {
              second.await();
              return Finding.fine("at last");
            });
    var quick =
        new Scripted(
            "quick",
            () -> {
              second.countDown();
              return Finding.fine("at once");
            });
    var told = new ArrayList<String>();

    new CheckRunner(List.of(slow, quick), Duration.ofMinutes(1), _ -> {})
        .run(diagnosis -> told.add(diagnosis.check()));

    assertThat(told).containsExactly("slow", "quick");
  }

  @Test
  void saysWhatItWaitsFor() throws InterruptedException {
    var noticed = new CountDownLatch(2);
    var slow =
        new Scripted(
            "slow",
            () -> {
              noticed.await();
              return Finding.fine("at last");
            });
    var waits = new ArrayList<String>();

    new CheckRunner(
            List.of(slow),
            Duration.ofMillis(1),
            check -> {
              waits.add(check);
              noticed.countDown();
            })
        .run(_ -> {});

    assertThat(waits).hasSizeGreaterThanOrEqualTo(2).containsOnly("slow");
  }

  @Test
  void aCheckThatFailsDoesNotTakeTheOthersWithIt() throws InterruptedException {
    var failing =
        new Scripted(
            "failing",
            () -> {
              throw new IOException("no disk");
            });
    var good = new Scripted("good", () -> Finding.fine("yes"));

    List<CheckResult> all =
        new CheckRunner(List.of(failing, good), Duration.ofMinutes(1), _ -> {}).run(_ -> {});

    assertThat(all.getFirst().finding().severity()).isEqualTo(Severity.CAUTION);
    assertThat(all.getFirst().finding().text()).contains("no disk");
    assertThat(all.getLast().finding()).isEqualTo(Finding.fine("yes"));
  }

  @Test
  void aDiagnosisIsJsonForScripts() {
    var diagnosis = new CheckResult("port 7892", Finding.broken("in use", "Use another"));

    assertThat(diagnosis.toRaw())
        .hasToString(
            "{\"check\":\"port 7892\",\"grade\":\"broken\",\"text\":\"in use\","
                + "\"remedies\":[\"Use another\"]}");
  }
}
