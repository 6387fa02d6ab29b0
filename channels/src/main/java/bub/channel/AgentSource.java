package bub.channel;

import bub.protocol.Address;

/** Source of the agents of one chat service. */
public sealed interface AgentSource {

  /** One agent per chat, which the system agent starts. */
  record Spawned() implements AgentSource {}

  /** One agent for all chats, started by someone else. */
  record Fixed(Address agent) implements AgentSource {}

  /**
   * No agents: messages of people are published to {@code inbound:} topics, and messages to {@code
   * outbound:} topics are shown to people.
   *
   * @param shortForm true for the one channel whose topics may omit its name
   */
  record Topics(boolean shortForm) implements AgentSource {}
}
