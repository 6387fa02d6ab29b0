package bub.channel;

import bub.channel.store.AgentAssignment;
import bub.protocol.Address;
import java.time.Instant;

/** How far a chat has come on the way to its agent. */
public sealed interface ChatStage {

  /** Nobody serves this chat. */
  record NoAgent() implements ChatStage {}

  /** The system agent was asked for one. */
  record Spawning(Instant since) implements ChatStage {}

  /** There is an agent, which must be told whom it talks to. */
  record Configuring(Address agent) implements ChatStage {}

  /** What is typed goes to this agent. */
  record Ready(Address agent) implements ChatStage {}

  /**
   * Where a chat stands by what its store says; what was asked for before a restart is forgotten.
   */
  static ChatStage of(AgentAssignment assignment) {
    Address agent = assignment.agent();
    if (agent == null) {
      return new NoAgent();
    }
    return assignment.configured() ? new Ready(agent) : new Configuring(agent);
  }

  /** One phrase for people. */
  default String words() {
    return switch (this) {
      case NoAgent _ -> "no agent yet";
      case Spawning _ -> "an agent is being started";
      case Configuring(Address agent) -> agent + " is being configured";
      case Ready(Address agent) -> agent + " is ready";
    };
  }
}
