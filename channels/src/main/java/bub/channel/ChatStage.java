package bub.channel;

import bub.channel.store.AgentAssignment;
import bub.protocol.Address;
import java.time.Instant;

/** Stage in the setup of a chat's agent. */
public sealed interface ChatStage {

  /** No agent serves this chat. */
  record NoAgent() implements ChatStage {}

  /** An agent was requested from the system agent. */
  record Spawning(Instant since) implements ChatStage {}

  /** An agent is assigned but not configured yet. */
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

  /** Describes the stage in one sentence for people. */
  default String words() {
    return switch (this) {
      case NoAgent _ -> "This chat has no agent yet.";
      case Spawning _ -> "An agent is starting.";
      case Configuring(Address agent) -> agent + " is starting.";
      case Ready(Address agent) -> agent + " is ready.";
    };
  }
}
