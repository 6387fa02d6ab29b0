package bub.channel.store;

import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * Title of a chat, and the agent that its person chose for it.
 *
 * @param title null before the first message
 * @param chosenAgent null when the chat gets an agent of its own
 */
public record ChatProfile(@Nullable String title, @Nullable Address chosenAgent) {
  static final ChatProfile NONE = new ChatProfile(null, null);
}
