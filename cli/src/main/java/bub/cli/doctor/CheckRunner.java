package bub.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * All checks at once, each on a thread of its own: some wait for a network, some for a disk.
 *
 * @param patience how long to wait in silence
 * @param stillLooking hears the name of a check that takes longer, again and again
 */
record CheckRunner(List<Check> checks, Duration patience, Consumer<String> stillLooking) {
  private record Look(String check, FutureTask<Finding> finding) {}

  /** Tells them in their order, each as soon as those before it are told. */
  List<CheckResult> run(Consumer<CheckResult> each) throws InterruptedException {
    List<Look> looks = checks.stream().map(CheckRunner::start).toList();
    var all = new ArrayList<CheckResult>();
    for (Look look : looks) {
      var diagnosis = new CheckResult(look.check, await(look));
      each.accept(diagnosis);
      all.add(diagnosis);
    }
    return all;
  }

  private static Look start(Check check) {
    var finding = new FutureTask<>(check::look);
    Thread.ofPlatform().daemon().name("bub-check-" + check.name()).start(finding);
    return new Look(check.name(), finding);
  }

  private Finding await(Look look) throws InterruptedException {
    while (true) {
      try {
        return look.finding.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException late) {
        stillLooking.accept(look.check);
      } catch (ExecutionException failed) {
        return Finding.caution("could not be looked at: " + failed.getCause());
      }
    }
  }
}
