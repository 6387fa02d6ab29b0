package bub.channel;

import bub.channel.store.AgentAssignment;
import bub.protocol.Address;
import java.time.Instant;

/** Stage in the setup of a chat's agent. */
public sealed interface ChatStage {

  record NoAgent() implements ChatStage {}

  /** An agent was requested from the system agent. */
  record Spawning(Instant since) implements ChatStage {}

  /** An agent is assigned but not configured yet. */
  record Configuring(Address agent) implements ChatStage {}

  record Ready(Address agent) implements ChatStage {}

  /** Requests from before a restart do not count. */
  static ChatStage of(AgentAssignment assignment) {
    Address agent = assignment.agent();
    if (agent == null) {
      return new NoAgent();
    }
    return assignment.configured() ? new Ready(agent) : new Configuring(agent);
  }

  default String words() {
    return switch (this) {
      case NoAgent _ -> "This chat has no agent yet.";
      case Spawning _ -> "An agent is starting.";
      case Configuring(Address agent) -> agent + " is starting.";
      case Ready(Address agent) -> agent + " is ready.";
    };
  }
}
