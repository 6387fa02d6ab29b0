package bub.channel.store;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** The agent that serves a chat, if any, and whether it has been configured. */
public record AgentAssignment(@Nullable Address agent, boolean configured) {
  static final AgentAssignment NONE = new AgentAssignment(null, false);
}
