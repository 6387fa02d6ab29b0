package bub.channel.store;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** The agent of a chat, if any, and whether it is configured. */
public record AgentAssignment(@Nullable Address agent, boolean configured) {
  static final AgentAssignment NONE = new AgentAssignment(null, false);
}
