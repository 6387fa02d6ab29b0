package bub.system.session;

import bub.json.InvalidField;
import bub.protocol.OwnPrefixes;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/** Key of a chat in any channel; safe in a path. */
public record ChatKey(Channel channel, ChatId id) {

  public ChatKey {
    if (OwnPrefixes.contains(channel.value())) {
      throw new InvalidField("channel", channel + " is a reserved prefix");
    }
  }

  /** Directory name, such as {@code terminal:1}. */
  public String folder() {
    return channel + ":" + id;
  }

  /** Null when the name is not a chat. */
  public static @Nullable ChatKey ofFolder(String name) {
    int colon = name.indexOf(':');
    try {
      return colon < 0
          ? null
          : new ChatKey(
              new Channel(name.substring(0, colon)), new ChatId(name.substring(colon + 1)));
    } catch (IllegalArgumentException | InvalidField notAChat) {
      return null;
    }
  }

  @Override
  public String toString() {
    return folder();
  }
}
