package bub.channel;

import bub.channel.store.AgentAssignment;
import bub.protocol.Address;
import java.time.Instant;

/** Stage of a chat on the way to a ready agent. */
public sealed interface ChatStage {

  /** No agent serves this chat. */
  record NoAgent() implements ChatStage {}

  /** An agent was requested from the system agent. */
  record Spawning(Instant since) implements ChatStage {}

  /** An agent is assigned and must be told about its chat. */
  record Configuring(Address agent) implements ChatStage {}

  /** Messages go to this agent. */
  record Ready(Address agent) implements ChatStage {}

  /** Returns the stage of a chat from its store. Requests from before a restart do not count. */
  static ChatStage of(AgentAssignment assignment) {
    Address agent = assignment.agent();
    if (agent == null) {
      return new NoAgent();
    }
    return assignment.configured() ? new Ready(agent) : new Configuring(agent);
  }

  /** Describes the stage in one phrase for people. */
  default String words() {
    return switch (this) {
      case NoAgent _ -> "no agent yet";
      case Spawning _ -> "an agent is being started";
      case Configuring(Address agent) -> agent + " is being configured";
      case Ready(Address agent) -> agent + " is ready";
    };
  }
}
