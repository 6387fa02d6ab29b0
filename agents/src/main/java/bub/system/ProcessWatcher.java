package bub.system;

import bub.system.spawn.AgentEnding;
import bub.system.spawn.AgentWatcher;
import bub.system.spawn.ProcessMark;
import java.util.function.Consumer;

/** Forwards the reports of a spawner as events of one run. */
record ProcessWatcher(int run, Consumer<LifecycleEvent> listener) implements AgentWatcher {

  @Override
  public void started(ProcessMark mark) {
    listener.accept(new LifecycleEvent.Started(run, mark));
  }

  @Override
  public void failing(String why) {
    listener.accept(new LifecycleEvent.Failing(run, why));
  }

  @Override
  public void ended(AgentEnding ending) {
    listener.accept(new LifecycleEvent.Ended(run, ending));
  }
}
