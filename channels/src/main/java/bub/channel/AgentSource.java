package bub.channel;

import bub.protocol.Address;

/** Source of the agents of one chat service. */
public sealed interface AgentSource {

  /** One agent per chat, which the system agent starts. */
  record Spawned() implements AgentSource {}

  /** One agent for all chats, started by someone else. */
  record Fixed(Address agent) implements AgentSource {}

  /** No agents: people write to {@code inbound:} topics and see {@code outbound:} topics. */
  record Topics(boolean shortForm) implements AgentSource {}
}
