package bub.system;

import bub.system.spawn.Ending;
import bub.system.spawn.ProcessMark;
import bub.system.spawn.Watcher;
import java.util.function.Consumer;

/** Hands on what a spawner says about one run of a process. */
record Ear(int run, Consumer<Event> listener) implements Watcher {

  @Override
  public void started(ProcessMark mark) {
    listener.accept(new Event.Started(run, mark));
  }

  @Override
  public void failing(String why) {
    listener.accept(new Event.Failing(run, why));
  }

  @Override
  public void ended(Ending ending) {
    listener.accept(new Event.Ended(run, ending));
  }
}
