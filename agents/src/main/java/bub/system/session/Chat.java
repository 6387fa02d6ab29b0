package bub.system.session;

import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chat that has an agent, or may have one: safe to stand in a path. */
public record Chat(Channel channel, ChatId id) {
  private static final Map<String, String> PREFIXES =
      Map.of("terminal", "term", "telegram", "tg", "web", "web");

  public Chat {
    if (!PREFIXES.containsKey(channel.value())) {
      throw new InvalidField("channel", "must be one of telegram, terminal, web");
    }
  }

  /** Where the chat listens, and what its agent talks to: {@code term:1}. */
  public Address address() {
    return new Address(PREFIXES.get(channel.value()) + ":" + id);
  }

  /** The name of its directory: {@code terminal:1}. */
  public String folder() {
    return channel + ":" + id;
  }

  /** The chat of a directory, or null when it is of none. */
  public static @Nullable Chat ofFolder(String name) {
    int colon = name.indexOf(':');
    try {
      return colon < 0
          ? null
          : new Chat(new Channel(name.substring(0, colon)), new ChatId(name.substring(colon + 1)));
    } catch (IllegalArgumentException | InvalidField notAChat) {
      return null;
    }
  }

  @Override
  public String toString() {
    return folder();
  }
}
