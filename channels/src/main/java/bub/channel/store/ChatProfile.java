package bub.channel.store;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/** Title of a chat, null before the first message, and its chosen agent, null for an own one. */
public record ChatProfile(@Nullable String title, @Nullable Address chosenAgent) {
  static final ChatProfile NONE = new ChatProfile(null, null);
}
