package bub.channel;

import bub.protocol.Address;

/** Where the chats of a house get their agents. */
public sealed interface AgentSource {

  /** Each chat has an agent of its own, which the system agent starts. */
  record Spawned() implements AgentSource {}

  /** All chats talk to this one, which somebody else starts. */
  record Fixed(Address agent) implements AgentSource {}

  /**
   * There are no agents: what people say is published to {@code inbound:} topics, and what is sent
   * to {@code outbound:} topics is shown to them.
   *
   * @param shortForm true for the one channel whose chats are known without its name, too
   */
  record Topics(boolean shortForm) implements AgentSource {}
}
