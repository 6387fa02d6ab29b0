package bub.system.spawn;

import static org.awaitility.Awaitility.await;

import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentWatcher;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the events of a spawner. */
final class RecordingWatcher implements AgentWatcher {
  private final List<ProcessMark> started = new CopyOnWriteArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<AgentEnding> endings = new CopyOnWriteArrayList<>();

  @Override
  public void started(ProcessMark mark) {
    started.add(mark);
  }

  @Override
  public void failing(String why) {
    failures.add(why);
  }

  @Override
  public void ended(AgentEnding ending) {
    endings.add(ending);
  }

  List<ProcessMark> started() {
    return started;
  }

  List<String> failures() {
    return failures;
  }

  List<AgentEnding> endings() {
    return endings;
  }

  /** The process that is the so-manieth one, counted from one. */
  ProcessMark awaitStart(int number) {
    await().until(() -> started.size() >= number);
    return started.get(number - 1);
  }

  AgentEnding awaitEnd() {
    await().until(() -> !endings.isEmpty());
    return endings.getFirst();
  }
}
