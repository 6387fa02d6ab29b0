package bub.channel.store;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** Which agent serves a chat, if any, and whether that agent knows. */
public record AgentAssignment(@Nullable Address agent, boolean configured) {
  static final AgentAssignment NONE = new AgentAssignment(null, false);
}
