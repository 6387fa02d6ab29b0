package bub.channel;

import bub.protocol.Address;

/** Where the chats of a house get their agents. */
public sealed interface AgentSource {

  /** Each chat has an agent of its own, which the system agent starts. */
  record Spawned() implements AgentSource {}

  /** All chats talk to this one, which somebody else starts. */
  record Fixed(Address agent) implements AgentSource {}
}
