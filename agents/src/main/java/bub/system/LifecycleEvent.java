package bub.system;

import bub.protocol.message.SpawnResult;
import bub.system.spawn.ProcessMark;
import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentWatcher;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Event for a supervisor; those of a process carry the number of its run. */
sealed interface LifecycleEvent {

  record Wanted(Consumer<SpawnResult> answer) implements LifecycleEvent {}

  /** The agent's own report, or its answer to a probe. */
  record Present() implements LifecycleEvent {}

  record Started(int run, ProcessMark mark) implements LifecycleEvent {}

  record Failing(int run, String why) implements LifecycleEvent {}

  record Ended(int run, AgentEnding ending) implements LifecycleEvent {}

  record StopAsked(String reason, CompletableFuture<Void> done) implements LifecycleEvent {}

  /** The state of an agent that an earlier system agent started is unknown. */
  record Resume() implements LifecycleEvent {}

  /** The node lost the right to serve chats, so the agent must end at once. */
  record Fenced(String reason) implements LifecycleEvent {}

  /** Applies to a session that stopped before this time. */
  record Expire(Instant before) implements LifecycleEvent {}

  record TimeUp() implements LifecycleEvent {}

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
