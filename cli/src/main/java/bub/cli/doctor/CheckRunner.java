package bub.cli.doctor;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** All checks at once, each on its own thread, because some wait for a network or a disk. */
record CheckRunner(List<Check> checks, Duration reportEvery, Consumer<String> stillLooking) {
  private record Look(String check, FutureTask<Finding> finding) {}

  /** Reports in the order of the checks, each as soon as it and its predecessors are done. */
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
        return look.finding.get(reportEvery.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException late) {
        stillLooking.accept(look.check);
      } catch (ExecutionException failed) {
        return Finding.caution("the check failed: " + failed.getCause());
      }
    }
  }

  record CheckResult(String check, Finding finding) implements JsonValue {
    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("check", check).field("grade", finding.severity().word());
      out.field("text", finding.text()).name("remedies").beginArray();
      finding.remedies().forEach(out::value);
      out.endArray().endObject();
    }
  }
}
