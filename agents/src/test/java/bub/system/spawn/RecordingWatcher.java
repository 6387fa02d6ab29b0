package bub.system.spawn;

import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a spawner says. */
final class RecordingWatcher implements Watcher {
  private final List<ProcessMark> started = new CopyOnWriteArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<Ending> endings = new CopyOnWriteArrayList<>();

  @Override
  public void started(ProcessMark mark) {
    started.add(mark);
  }

  @Override
  public void failing(String why) {
    failures.add(why);
  }

  @Override
  public void ended(Ending ending) {
    endings.add(ending);
  }

  List<ProcessMark> started() {
    return started;
  }

  List<String> failures() {
    return failures;
  }

  List<Ending> endings() {
    return endings;
  }

  /** The process that is the so-manieth one, counted from one. */
  ProcessMark awaitStart(int number) {
    await().until(() -> started.size() >= number);
    return started.get(number - 1);
  }

  Ending awaitEnd() {
    await().until(() -> !endings.isEmpty());
    return endings.getFirst();
  }
}
