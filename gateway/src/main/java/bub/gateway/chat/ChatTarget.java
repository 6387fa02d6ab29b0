package bub.gateway.chat;

import bub.protocol.Address;

/** Agent that a caller talks to. */
public sealed interface ChatTarget {

  /** Agent of the chat's own, which the system agent starts. */
  record OwnAgent() implements ChatTarget {}

  /** Connected agent; one of bub's conversation agents serves only the chat that it belongs to. */
  record ConnectedAgent(Address agent, boolean isExclusive) implements ChatTarget {}
}
