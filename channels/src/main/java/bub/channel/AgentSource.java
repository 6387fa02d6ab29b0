package bub.channel;

import bub.protocol.Address;

/** The source from which the chats of one chat service get their agents. */
public sealed interface AgentSource {

  /** One agent per chat, which the system agent starts. */
  record Spawned() implements AgentSource {}

  /** One agent for all chats, which somebody else starts. */
  record Fixed(Address agent) implements AgentSource {}

  /**
   * No agents: messages of people are published to {@code inbound:} topics, and messages to {@code
   * outbound:} topics are shown to people.
   *
   * @param shortForm true for the one channel whose topics may omit its name
   */
  record Topics(boolean shortForm) implements AgentSource {}
}
