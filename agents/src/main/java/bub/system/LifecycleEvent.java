package bub.system;

import bub.protocol.message.SpawnResult;
import bub.system.spawn.AgentEnding;
import bub.system.spawn.ProcessMark;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What a guardian hears; those of a process say which of its runs they are about. */
sealed interface LifecycleEvent {

  /** Somebody wants the agent, and waits to hear of it. */
  record Wanted(Consumer<SpawnResult> answer) implements LifecycleEvent {}

  /** The agent is on the bus: it said so, or it answered. */
  record Present() implements LifecycleEvent {}

  record Started(int run, ProcessMark mark) implements LifecycleEvent {}

  record Failing(int run, String why) implements LifecycleEvent {}

  record Ended(int run, AgentEnding ending) implements LifecycleEvent {}

  /** Somebody wants the agent to stop. */
  record StopAsked(String reason, CompletableFuture<Void> done) implements LifecycleEvent {}

  /** The system agent begins: what does the agent of an earlier one do? */
  record Resume() implements LifecycleEvent {}

  /** Forget the session if it was stopped before this. */
  record Expire(Instant before) implements LifecycleEvent {}

  /** The time to wait for something is over. */
  record TimeUp() implements LifecycleEvent {}
}
