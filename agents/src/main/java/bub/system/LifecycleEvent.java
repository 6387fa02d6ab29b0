package bub.system;

import bub.protocol.message.SpawnResult;
import bub.system.spawn.ProcessMark;
import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentWatcher;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Event for a supervisor. Events of a process carry the number of its run. */
sealed interface LifecycleEvent {

  /** Request for the agent, with a callback for the result. */
  record Wanted(Consumer<SpawnResult> answer) implements LifecycleEvent {}

  /** Sign that the agent is connected: its own report, or its answer to a probe. */
  record Present() implements LifecycleEvent {}

  record Started(int run, ProcessMark mark) implements LifecycleEvent {}

  record Failing(int run, String why) implements LifecycleEvent {}

  record Ended(int run, AgentEnding ending) implements LifecycleEvent {}

  /** Request to stop the agent. */
  record StopAsked(String reason, CompletableFuture<Void> done) implements LifecycleEvent {}

  /** Start of the system agent; the state of the agent that an earlier one started is unknown. */
  record Resume() implements LifecycleEvent {}

  /** Deletes the session if it stopped before this time. */
  record Expire(Instant before) implements LifecycleEvent {}

  /** End of the current timeout. */
  record TimeUp() implements LifecycleEvent {}

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
}
