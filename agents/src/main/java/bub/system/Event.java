package bub.system;

import bub.protocol.message.SpawnResult;
import bub.system.spawn.Ending;
import bub.system.spawn.ProcessMark;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What a guardian hears; those of a process say which of its runs they are about. */
sealed interface Event {

  /** Somebody wants the agent, and waits to hear of it. */
  record Wanted(Consumer<SpawnResult> answer) implements Event {}

  /** The agent is on the bus: it said so, or it answered. */
  record Present() implements Event {}

  record Started(int run, ProcessMark mark) implements Event {}

  record Failing(int run, String why) implements Event {}

  record Ended(int run, Ending ending) implements Event {}

  /** Somebody wants the agent to stop. */
  record StopAsked(String reason, CompletableFuture<Void> done) implements Event {}

  /** The system agent begins: what does the agent of an earlier one do? */
  record Resume() implements Event {}

  /** Forget the session if it was stopped before this. */
  record Expire(Instant before) implements Event {}

  /** The time to wait for something is over. */
  record TimeUp() implements Event {}
}
