package bub.channel.store;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** Which agent serves a chat, if any, and whether that agent knows. */
public record Assignment(@Nullable Address agent, boolean configured) {
  static final Assignment NONE = new Assignment(null, false);
}
